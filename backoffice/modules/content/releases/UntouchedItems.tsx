import { useTextNames } from '#backoffice/i18n/use-text-names.ts'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { fullName } from '#backoffice/modules/content/releases/content-node-texts.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './ReleasePage.module.css'

/** Later changes of other users, which stay as they are. */
export function UntouchedItems({ left }: { left: StaffResponse<'release'>['left'] }) {
  const t = useTranslate()
  const { nameText } = useTextNames()
  const { language } = useBackofficeLanguage()
  return (
    <ul className={css.left}>
      {left.map((thing) => (
        <li key={`${thing.kind} ${thing.subject}`}>
          {fullName(t, { ...thing, after: thing.value ?? null }, nameText, language)}
          <br />
          <span className={css.soft}>
            {thing.release && thing.by ? (
              <BackofficeLink to={`/backoffice/releases/${thing.release.id}`}>
                {t('release.leftBy', { name: thing.by.name, release: thing.release.name })}
              </BackofficeLink>
            ) : (
              t('release.leftByOther')
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
