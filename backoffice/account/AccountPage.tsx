import { useQuery } from '@tanstack/react-query'

import { LanguageAndColours } from '#backoffice/account/LanguageAndColours.tsx'
import { useOwnPassword } from '#backoffice/account/own-password.ts'
import { OwnSessions } from '#backoffice/account/OwnSessions.tsx'
import { Passkeys } from '#backoffice/account/Passkeys.tsx'
import { PasswordForm } from '#backoffice/account/PasswordForm.tsx'
import { SecondFactor } from '#backoffice/account/SecondFactor.tsx'
import { Tokens } from '#backoffice/account/Tokens.tsx'
import type { DeskPageProps } from '#backoffice/desk-page-props.ts'
import { deskQuery } from '#backoffice/desk-queries.ts'
import { PageHead } from '#backoffice/parts/PageHead.tsx'
import { CurrentPassword } from '#backoffice/parts/PasswordFields.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

import css from './AccountPage.module.css'

/** What opens the door for whoever looks at it, and where it stands open. */
export function AccountPage({ staff }: DeskPageProps) {
  const say = useSay()
  const { data } = useQuery(deskQuery('factors', {}))
  const own = useOwnPassword(data?.password ?? true)
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
        {data?.password === false ? null : (
          <div className={css.once}>
            <CurrentPassword
              ref={own.field}
              label={say('passwordNow')}
              hint={say('passwordNowHelp')}
              issue={own.missing ? say('passwordNowFirst') : null}
              value={own.password}
              onValue={own.type}
            />
          </div>
        )}
        <PasswordForm own={own} />
        <OwnSessions />
        <Tokens staff={staff} />
      </div>
    </>
  )
}
