import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import type { Toggle } from '#backoffice/modules/content/preview/preview-options.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './PreviewPage.module.css'

type SoldOutProps = {
  choices: StaffResponse<'previewChoices'> | undefined
  chosen: readonly string[]
  search: string
  setSearch: (search: string) => void
  toggle: Toggle
}

/** Gifts that the preview shows as sold out, and a search for more of them. */
export function SoldOutGifts({ choices, chosen, search, setSearch, toggle }: SoldOutProps) {
  const t = useTranslate()
  const nameOf = (sku: string) => choices?.chosen.find((gift) => gift.sku === sku)?.name ?? sku
  const found = (choices?.gifts ?? []).filter(({ sku }) => !chosen.includes(sku))
  return (
    <div className={css.part}>
      {chosen.length > 0 ? (
        <ul className={css.chips}>
          {chosen.map((sku) => (
            <li key={sku}>
              <ActionButton
                small
                icon="close"
                aria-label={t('preview.removeGift', { name: nameOf(sku) })}
                onClick={() => toggle('sold_out', sku)}
              >
                {nameOf(sku)}
              </ActionButton>
            </li>
          ))}
        </ul>
      ) : null}
      <FormField
        label={t('preview.findGift')}
        type="search"
        hint={t('preview.soldOutHelp')}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {search.trim() !== '' && choices && found.length === 0 ? (
        <p className={css.soft} role="status">
          {t('preview.noGift')}
        </p>
      ) : null}
      {search.trim() === '' ? null : (
        <ul className={css.found}>
          {found.map(({ sku, name, points }) => (
            <li key={sku}>
              <ActionButton
                small
                variant="plain"
                icon="plus"
                aria-label={t('preview.addGift', { name })}
                onClick={() => {
                  toggle('sold_out', sku)
                  setSearch('')
                }}
              >
                {name} <span className={css.soft}>{points}</span>
              </ActionButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
