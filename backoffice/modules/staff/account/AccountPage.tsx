import { useQuery } from '@tanstack/react-query'

import { LanguageAndTheme } from '#backoffice/modules/staff/account/LanguageAndTheme.tsx'
import { useOwnPassword } from '#backoffice/modules/staff/account/own-password.ts'
import { OwnSessions } from '#backoffice/modules/staff/account/OwnSessions.tsx'
import { Passkeys } from '#backoffice/modules/staff/account/Passkeys.tsx'
import { PasswordForm } from '#backoffice/modules/staff/account/PasswordForm.tsx'
import { TwoFactor } from '#backoffice/modules/staff/account/TwoFactor.tsx'
import { Tokens } from '#backoffice/modules/staff/account/Tokens.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { PageBody } from '#backoffice/kit/page/PageBody.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** The user's sign-in methods and open sessions. */
export function AccountPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('factors', {}))
  const currentPassword = useOwnPassword(data?.password ?? true)
  return (
    <>
      <PageHead title={t('account')} facts={`${staff.name} · ${staff.email}`} />
      <PageBody width="form">
        <LanguageAndTheme staff={staff} />
        <TwoFactor />
        <Passkeys />
        <PasswordForm currentPassword={currentPassword} />
        <OwnSessions />
        <Tokens staff={staff} />
      </PageBody>
    </>
  )
}
