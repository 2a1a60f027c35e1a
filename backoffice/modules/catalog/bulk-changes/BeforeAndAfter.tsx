import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { GiftImage } from '#backoffice/kit/display/GiftImage.tsx'
import {
  giftFieldName,
  giftFieldValue,
  whereText,
} from '#backoffice/modules/catalog/gifts/gift-field-texts.ts'
import { useCatalogueNames } from '#backoffice/modules/catalog/use-catalog-names.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './BeforeAndAfter.module.css'

type Row = StaffResponse<'catalogueChange'>['first'][number]

/** A sample of the changes: the values before and after. */
export function BeforeAndAfter({ rows, of }: { rows: readonly Row[]; of: number }) {
  const t = useTranslate()
  const names = useCatalogueNames()
  return (
    // What is wider than the page is moved by the keyboard, too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.scroll} tabIndex={0} role="region" aria-label={t('beforeAndAfter')}>
      <table className={css.table}>
        <caption className={css.caption}>{t('firstOf', { count: rows.length, of })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('gift')}</th>
            <th scope="col">{t('channel.whatChanges')}</th>
            <th scope="col">{t('now')}</th>
            <th scope="col">{t('afterwards')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ gift, name, picture, id, channel, language, field, before, after }) => (
            <tr key={[gift, id, channel, language, field].join(' ')}>
              <td>
                <BackofficeLink to={`/backoffice/gifts/${gift}`} className={css.gift}>
                  <GiftImage file={picture} />
                  {name}
                </BackofficeLink>
                {id === gift ? null : <span className={css.soft}> {id}</span>}
              </td>
              <td className={css.soft}>
                {[giftFieldName(t, field), whereText(t, channel, language)]
                  .filter(Boolean)
                  .join(' · ')}
              </td>
              <td className={css.was}>{giftFieldValue(t, field, before, names)}</td>
              <td className={css.now}>{giftFieldValue(t, field, after, names)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
