import { DeskLink } from '#backoffice/desk-address.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'
import type { DeskAnswer } from '#contract/desk/desk-call.ts'

import css from './Batches.module.css'

type Found = DeskAnswer<'batchLetters'>

/** Whether none of the letters can be printed. */
export const noneIsPrinted = (found: Found | undefined) =>
  found?.troubles.some(({ what }) => what === 'no-shape') ?? false

/** What is wrong with letters that nobody has printed yet: whose it is, where it stands, and what becomes of it. */
export function LetterTroubles({ found, batch }: { found: Found | undefined; batch?: string }) {
  const say = useSay()
  if (!found || found.troubles.length === 0) return null
  const blocked = noneIsPrinted(found)
  return (
    <Notice kind={blocked ? 'bad' : 'warn'}>
      <p>{say(blocked ? 'lettersBlocked' : 'lettersWrong')}</p>
      <ul className={css.list}>
        {found.troubles.map((trouble, at) => (
          <li key={at}>
            <OneTrouble trouble={trouble} />
            {batch !== undefined && trouble.person?.id ? (
              <>
                {' '}
                <DeskLink to={`/desk/batches/${batch}/people?ids=${trouble.person.id}`}>
                  {say('letters.mend')}
                </DeskLink>
              </>
            ) : null}
          </li>
        ))}
        {found.more > 0 ? <li>{say('letters.more', { count: found.more })}</li> : null}
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
