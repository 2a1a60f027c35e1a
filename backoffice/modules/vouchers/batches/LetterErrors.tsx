import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './Batches.module.css'

type LetterCheck = StaffResponse<'batchLetters'>
type LetterError = LetterCheck['troubles'][number]

/** Whether no letter at all can be printed, because of characters that the font lacks. */
export const areAllBlocked = (check: LetterCheck | undefined) =>
  check !== undefined && check.letters === 0 && check.troubles.some(isUndrawable)

/** A text with characters that the font lacks. Its letter is left out. */
const isUndrawable = ({ what }: LetterError) => what === 'no-shape'

/** Errors in letters before printing: the recipient, the field and the effect. */
export function LetterErrors({ check, batch }: { check: LetterCheck | undefined; batch?: string }) {
  const t = useTranslate()
  if (!check || check.troubles.length === 0) return null
  const { left_out: leftOut, more, troubles: errors } = check
  if (areAllBlocked(check))
    return <ErrorList kind="bad" title={t('lettersBlocked')} {...{ errors, more, batch }} />
  const undrawable = errors.filter(isUndrawable)
  const others = errors.filter((error) => !isUndrawable(error))
  return (
    <>
      {undrawable.length > 0 ? (
        <ErrorList
          kind="warn"
          title={t('letters.leftOut', { count: leftOut })}
          errors={undrawable}
          more={others.length === 0 ? more : 0}
          batch={batch}
        />
      ) : null}
      {others.length > 0 ? (
        <ErrorList kind="warn" title={t('lettersWrong')} errors={others} {...{ more, batch }} />
      ) : null}
    </>
  )
}

function ErrorList({
  kind,
  title,
  errors,
  more,
  batch,
}: {
  kind: 'bad' | 'warn'
  title: string
  errors: readonly LetterError[]
  more: number
  batch: string | undefined
}) {
  const t = useTranslate()
  return (
    <Notice kind={kind}>
      <p>{title}</p>
      <ul className={css.list}>
        {errors.map((error, index) => (
          <li key={index}>
            <ErrorText error={error} />
            {batch !== undefined && error.person?.id ? (
              <>
                {' '}
                <BackofficeLink
                  to={`/backoffice/batches/${batch}/recipients?ids=${error.person.id}`}
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

function ErrorText({ error }: { error: LetterError }) {
  const { what, print, field, language, person, letters } = error
  const t = useTranslate()
  if (what === 'no-logo') return t('letters.no-logo')
  const parts = [
    person ? `${person.place}. ${person.name || t('unnamedRecipient')}` : '',
    t(`letters.of.${field}`),
    language === '' ? '' : t(`in.${language}`),
  ]
  const where = parts.filter((part) => part !== '').join(', ')
  return what === 'no-shape'
    ? t('letters.no-shape', { where, letters: letters.join(' ') })
    : t(`letters.too-long.${print}`, { where })
}
