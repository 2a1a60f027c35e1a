import { navigate } from '#backoffice/kit/router/address.tsx'
import { callOnce } from '#backoffice/kit/api/backoffice-client.ts'
import { useRefusalTexts } from '#backoffice/kit/api/use-refusal-texts.ts'
import { MIN_PASSWORD_LENGTH } from '#backoffice/kit/form/PasswordFields.tsx'
import { ChoosePassword } from '#backoffice/kit/sign-in/ChoosePassword.tsx'
import { signIn } from '#backoffice/kit/sign-in/try-sign-in.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'

/** The page behind the link of an invitation to the back office. */
export function InvitationPage({
  onSignedIn,
  call = 'acceptInvitation',
}: {
  onSignedIn: (staff: Staff) => void
  /** The same page serves the link for a forgotten password. */
  call?: 'acceptInvitation' | 'resetPassword'
}) {
  const t = useTranslate()
  const refusalText = useRefusalTexts()
  return (
    <ChoosePassword
      texts={{
        title: t(call === 'acceptInvitation' ? 'welcome' : 'newPassword'),
        intro: t('choosePassword'),
        password: t('newPassword'),
        atLeast: t('atLeast', { count: MIN_PASSWORD_LENGTH }),
      }}
      accept={async ({ token, password }) => {
        const outcome = await callOnce(call, { token, password })
        if (refused(outcome)) {
          if (outcome.refused === 'weak-password') return { passwordIssue: refusalText(outcome) }
          return outcome.field === 'token' ? t('invitationOver') : refusalText(outcome)
        }
        const result = await signIn({ email: outcome.email, password, totp: '' }, () => {})
        navigate('/backoffice', { replace: true })
        if (result.kind === 'signed-in') onSignedIn(result.who)
        return null
      }}
    />
  )
}
