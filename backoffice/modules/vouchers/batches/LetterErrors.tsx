import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './Batches.module.css'

type Found = StaffResponse<'batchLetters'>

/** Whether no letter at all can be printed. */
export const noneIsPrinted = (found: Found | undefined) =>
  found !== undefined && found.letters === 0 && found.troubles.some(isUndrawable)

const isUndrawable = ({ what }: Found['troubles'][number]) => what === 'no-shape'

/** Errors in letters before printing: the recipient, the field and the effect. */
export function LetterErrors({ found, batch }: { found: Found | undefined; batch?: string }) {
  const t = useTranslate()
  if (!found || found.troubles.length === 0) return null
  const { left_out: leftOut, more, troubles } = found
  if (noneIsPrinted(found))
    return <Troubles kind="bad" title={t('lettersBlocked')} {...{ troubles, more, batch }} />
  const undrawable = troubles.filter(isUndrawable)
  const others = troubles.filter((one) => !isUndrawable(one))
  return (
    <>
      {undrawable.length > 0 ? (
        <Troubles
          kind="warn"
          title={t('letters.leftOut', { count: leftOut })}
          troubles={undrawable}
          more={others.length === 0 ? more : 0}
          batch={batch}
        />
      ) : null}
      {others.length > 0 ? (
        <Troubles kind="warn" title={t('lettersWrong')} troubles={others} {...{ more, batch }} />
      ) : null}
    </>
  )
}

function Troubles({
  kind,
  title,
  troubles,
  more,
  batch,
}: {
  kind: 'bad' | 'warn'
  title: string
  troubles: Found['troubles']
  more: number
  batch: string | undefined
}) {
  const t = useTranslate()
  return (
    <Notice kind={kind}>
      <p>{title}</p>
      <ul className={css.list}>
        {troubles.map((failure, at) => (
          <li key={at}>
            <OneFailure failure={failure} />
            {batch !== undefined && failure.person?.id ? (
              <>
                {' '}
                <BackofficeLink
                  to={`/backoffice/batches/${batch}/recipients?ids=${failure.person.id}`}
                >
                  {t('letters.resolve')}
                </BackofficeLink>
              </>
            ) : null}
          </li>
        ))}
        {more > 0 ? <li>{t('letters.more', { count: more })}</li> : null}
      </ul>
    </Notice>
  )
}

function OneFailure({
  failure: { what, print, field, language, person, letters },
}: {
  failure: Found['troubles'][number]
}) {
  const t = useTranslate()
  if (what === 'no-logo') return <>{t('letters.no-logo')}</>
  const parts = [
    person ? `${person.place}. ${person.name || t('unnamedRecipient')}` : '',
    t(`letters.of.${field}`),
    language === '' ? '' : t(`in.${language}`),
  ]
  const where = parts.filter((part) => part !== '').join(', ')
  return (
    <>
      {what === 'no-shape'
        ? t('letters.no-shape', { where, letters: letters.join(' ') })
        : t(`letters.too-long.${print}`, { where })}
    </>
  )
}
