import { navigate } from '#backoffice/kit/router/address.tsx'
import { callOnce } from '#employer-portal/api/portal-client.ts'
import { attemptAt } from '#employer-portal/sign-in/employer-sign-in.ts'
import { usePortalTranslate } from '#employer-portal/i18n/employer-translator.tsx'
import { MIN_PASSWORD_LENGTH } from '#backoffice/kit/form/PasswordFields.tsx'
import { ChoosePassword } from '#backoffice/kit/sign-in/ChoosePassword.tsx'
import type { Who } from '#contract/employers/sign-in.employer.ts'
import { refused } from '#contract/shared/refusals.shop.ts'

/** The page of an invitation to the employer portal, on which the user chooses a password. */
export function EmployerInvitation({
  onSignedIn,
  call = 'acceptInvitation',
}: {
  onSignedIn: (who: Who) => void
  /** The page is also used for the link after a forgotten password. */
  call?: 'acceptInvitation' | 'resetPassword'
}) {
  const t = usePortalTranslate()
  return (
    <ChoosePassword
      texts={{
        title: t(call === 'acceptInvitation' ? 'welcome' : 'newPassword'),
        intro: t('choosePassword'),
        password: t('newPassword'),
        atLeast: t('atLeastLetters', { count: MIN_PASSWORD_LENGTH }),
      }}
      accept={async ({ token, password }) => {
        const outcome = await callOnce(call, { token, password })
        if (refused(outcome)) {
          if (outcome.refused === 'weak-password') {
            return { passwordIssue: t('wrong.weak-password') }
          }
          return t(outcome.field === 'password' ? 'wrong.input' : 'invitationOver')
        }
        const result = await attemptAt({ email: outcome.email, password, totp: '' }, () => {})
        navigate('/employer', { replace: true })
        if (result.kind === 'signed-in') onSignedIn(result.who)
        return null
      }}
    />
  )
}
