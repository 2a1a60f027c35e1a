import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useSay } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './Batches.module.css'

type Found = StaffResponse<'batchLetters'>

/** Whether no letter at all can be printed. */
export const noneIsPrinted = (found: Found | undefined) =>
  found !== undefined && found.letters === 0 && found.troubles.some(isUndrawable)

const isUndrawable = ({ what }: Found['troubles'][number]) => what === 'no-shape'

/** What is wrong with letters that nobody has printed yet: whose it is, where it stands, and what becomes of it. */
export function LetterTroubles({ found, batch }: { found: Found | undefined; batch?: string }) {
  const say = useSay()
  if (!found || found.troubles.length === 0) return null
  const { left_out: leftOut, more, troubles } = found
  if (noneIsPrinted(found))
    return <Troubles kind="bad" title={say('lettersBlocked')} {...{ troubles, more, batch }} />
  const undrawable = troubles.filter(isUndrawable)
  const others = troubles.filter((one) => !isUndrawable(one))
  return (
    <>
      {undrawable.length > 0 ? (
        <Troubles
          kind="warn"
          title={say('letters.leftOut', { count: leftOut })}
          troubles={undrawable}
          more={others.length === 0 ? more : 0}
          batch={batch}
        />
      ) : null}
      {others.length > 0 ? (
        <Troubles kind="warn" title={say('lettersWrong')} troubles={others} {...{ more, batch }} />
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
  const say = useSay()
  return (
    <Notice kind={kind}>
      <p>{title}</p>
      <ul className={css.list}>
        {troubles.map((trouble, at) => (
          <li key={at}>
            <OneTrouble trouble={trouble} />
            {batch !== undefined && trouble.person?.id ? (
              <>
                {' '}
                <BackofficeLink to={`/backoffice/batches/${batch}/people?ids=${trouble.person.id}`}>
                  {say('letters.resolve')}
                </BackofficeLink>
              </>
            ) : null}
          </li>
        ))}
        {more > 0 ? <li>{say('letters.more', { count: more })}</li> : null}
      </ul>
    </Notice>
  )
}

function OneTrouble({
  trouble: { what, print, field, language, person, letters },
}: {
  trouble: Found['troubles'][number]
}) {
  const say = useSay()
  if (what === 'no-logo') return <>{say('letters.no-logo')}</>
  const parts = [
    person ? `${person.place}. ${person.name || say('personWithoutName')}` : '',
    say(`letters.of.${field}`),
    language === '' ? '' : say(`in.${language}`),
  ]
  const where = parts.filter((part) => part !== '').join(', ')
  return (
    <>
      {what === 'no-shape'
        ? say('letters.no-shape', { where, letters: letters.join(' ') })
        : say(`letters.too-long.${print}`, { where })}
    </>
  )
}
