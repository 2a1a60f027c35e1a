import { useTextNames } from '#backoffice/i18n/use-text-names.ts'
import { DeskLink } from '#backoffice/kit/router/address.tsx'
import { wholeName } from '#backoffice/modules/content/releases/content-node-texts.ts'
import { useDeskLanguage, useSay } from '#backoffice/i18n/translator.tsx'
import type { DeskAnswer } from '#contract/client.staff.ts'

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
