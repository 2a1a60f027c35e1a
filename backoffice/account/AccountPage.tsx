import { LanguageAndColours } from '#backoffice/account/LanguageAndColours.tsx'
import { OwnSessions } from '#backoffice/account/OwnSessions.tsx'
import { Passkeys } from '#backoffice/account/Passkeys.tsx'
import { PasswordForm } from '#backoffice/account/PasswordForm.tsx'
import { SecondFactor } from '#backoffice/account/SecondFactor.tsx'
import { Tokens } from '#backoffice/account/Tokens.tsx'
import type { DeskPageProps } from '#backoffice/desk-page-props.ts'
import { PageHead } from '#backoffice/parts/PageHead.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

import css from './AccountPage.module.css'

/** What opens the door for whoever looks at it, and where it stands open. */
export function AccountPage({ staff }: DeskPageProps) {
  const say = useSay()
  return (
    <>
      <PageHead
        title={say('account')}
        beside={
          <span className={css.soft}>
            {staff.name}, {staff.email}
          </span>
        }
      />
      <div className={css.body}>
        <LanguageAndColours staff={staff} />
        <SecondFactor />
        <Passkeys />
        <PasswordForm />
        <OwnSessions />
        <Tokens staff={staff} />
      </div>
    </>
  )
}
