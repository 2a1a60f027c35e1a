import { useTextNames } from '#backoffice/words/use-text-names.ts'
import { DeskLink } from '#backoffice/desk-address.tsx'
import { wholeName } from '#backoffice/releases/thing-words.ts'
import { useDeskLanguage, useSay } from '#backoffice/words/desk-words.tsx'
import type { DeskAnswer } from '#contract/desk/desk-call.ts'

import css from './ReleasePage.module.css'

/** What somebody else wrote since, and who: it is not touched. */
export function ThingsLeft({ left }: { left: DeskAnswer<'release'>['left'] }) {
  const say = useSay()
  const { nameText } = useTextNames()
  const { language } = useDeskLanguage()
  return (
    <ul className={css.left}>
      {left.map((thing) => (
        <li key={`${thing.kind} ${thing.subject}`}>
          {wholeName(say, { ...thing, after: thing.value ?? null }, nameText, language)}
          <br />
          <span className={css.soft}>
            {thing.release && thing.by ? (
              <DeskLink to={`/desk/releases/${thing.release.id}`}>
                {say('release.leftBy', { name: thing.by.name, release: thing.release.name })}
              </DeskLink>
            ) : (
              say('release.leftByOther')
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
