import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { useChannels } from '#backoffice/kit/display/ChannelName.tsx'
import { GiftImage } from '#backoffice/kit/display/GiftImage.tsx'
import {
  giftFieldName,
  giftFieldValue,
  channelLanguageText,
} from '#backoffice/modules/catalog/gifts/gift-field-texts.ts'
import { useCatalogueNames } from '#backoffice/modules/catalog/use-catalog-names.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { BULK_ROWS } from '#domain/catalog/bulk-rows.ts'

import css from './BeforeAndAfter.module.css'

type Row = StaffResponse<'bulkChange'>['first'][number]

/** Rows that are shown at first. More are shown on request. */
export const FIRST_ROWS: number = BULK_ROWS.first
const MAX_ROWS = BULK_ROWS.most

type BeforeAndAfterProps = {
  rows: readonly Row[]
  total: number
  /** The change is saved: the old values are no longer the current ones. */
  isSaved?: boolean
  showRows: (count: number) => void
}

/** The changes: the values before and after. */
export function BeforeAndAfter({ rows, total, isSaved = false, showRows }: BeforeAndAfterProps) {
  const t = useTranslate()
  const names = useCatalogueNames()
  const { nameOf } = useChannels()
  const maxRows = Math.min(total, MAX_ROWS)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={css.scroll} tabIndex={0} role="region" aria-label={t('beforeAndAfter')}>
        <table className={css.table}>
          <caption className={css.caption}>
            {rows.length < total
              ? t('firstOf', { count: rows.length, of: total })
              : t('allRows', { count: total })}
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('gift')}</th>
              <th scope="col">{t('channel.whatChanges')}</th>
              <th scope="col">{t(isSaved ? 'valueBefore' : 'now')}</th>
              <th scope="col">{t('afterwards')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(
              ({ gift, name, picture, id, variant, channel, language, field, before, after }) => (
                <tr key={[gift, id, channel, language, field].join(' ')}>
                  <td>
                    <BackofficeLink to={`/backoffice/gifts/${gift}`} className={css.gift}>
                      <GiftImage file={picture} />
                      {name}
                    </BackofficeLink>
                    {id === gift ? null : <span className={css.soft}> {variant || id}</span>}
                  </td>
                  <td className={css.soft}>
                    {[
                      giftFieldName(t, field),
                      channelLanguageText(t, channel && nameOf(channel), language),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </td>
                  <td className={css.was}>{giftFieldValue(t, field, before, names)}</td>
                  <td className={css.now}>{giftFieldValue(t, field, after, names)}</td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
      {rows.length < maxRows ? (
        <p>
          <ActionButton variant="plain" small onClick={() => showRows(maxRows)}>
            {t(maxRows < total ? 'showMoreRows' : 'showAllRows', { count: maxRows })}
          </ActionButton>
        </p>
      ) : null}
    </>
  )
}
