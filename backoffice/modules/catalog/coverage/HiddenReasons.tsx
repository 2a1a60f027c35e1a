import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './CoveragePage.module.css'
import type { Language } from '#domain/language.ts'

/** Every reason why a gift is hidden or incomplete, with a link to correct it. */
export function HiddenReasons({
  gift,
  channel,
  language,
}: {
  gift: string
  channel: string
  language: Language
}) {
  const t = useTranslate()
  const [points, setPoints] = useState('')
  const input = /^\d{1,6}$/.test(points) ? { points: Number(points) } : {}
  const { data } = useQuery(staffQuery('hiddenReasons', { id: gift, channel, language, ...input }))
  return (
    <div className={css.answer}>
      <FormField
        label={t('pointsOfVoucher')}
        inputMode="numeric"
        value={points}
        onChange={({ target }) => setPoints(target.value)}
      />
      {data ? (
        <>
          <p role="status">
            <BackofficeLink to={`/backoffice/gifts/${gift}`}>{data.name}</BackofficeLink>{' '}
            <StatusMark kind={data.shown ? (data.reasons.length > 0 ? 'warn' : 'done') : 'bad'}>
              {t(data.shown ? 'isOnSale' : 'isNotOnSale')}
            </StatusMark>
          </p>
          <ul>
            {data.reasons.map(({ why, detail, resolve }) => (
              <li key={why}>
                <span>{t(`hidden.${why}`, { detail })}</span>
                <BackofficeLink to={`/backoffice/gifts/${gift}#${resolve}`}>
                  {t('resolveIt')}
                </BackofficeLink>
              </li>
            ))}
          </ul>
          {data.reasons.length === 0 ? <p className={css.soft}>{t('giftIsVisible')}</p> : null}
        </>
      ) : null}
    </div>
  )
}
