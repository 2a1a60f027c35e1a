import { goTo } from '#backoffice/desk-address.tsx'
import { callPlainly } from '#backoffice/desk-client.ts'
import { useRefusalWords } from '#backoffice/refusal-words.ts'
import { LEAST_PASSWORD } from '#backoffice/parts/PasswordFields.tsx'
import { ChoosePassword } from '#backoffice/sign-in/ChoosePassword.tsx'
import { signIn } from '#backoffice/sign-in/sign-in.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'
import type { Staff } from '#contract/desk/staff-session-api.ts'
import { refused } from '#contract/refusal.ts'

/** By the link of an invitation to the desk. */
export function InvitationPage({
  onIn,
  by = 'acceptInvitation',
}: {
  onIn: (staff: Staff) => void
  /** The same page serves the link for a forgotten password. */
  by?: 'acceptInvitation' | 'resetPassword'
}) {
  const say = useSay()
  const words = useRefusalWords()
  return (
    <ChoosePassword
      words={{
        title: say(by === 'acceptInvitation' ? 'welcome' : 'passwordNew'),
        intro: say('choosePassword'),
        password: say('passwordNew'),
        atLeast: say('atLeast', { count: LEAST_PASSWORD }),
      }}
      accept={async ({ token, password }) => {
        const outcome = await callPlainly(by, { token, password })
        if (refused(outcome)) {
          if (outcome.refused === 'weak-password') return { ofPassword: words(outcome) }
          return outcome.field === 'token' ? say('invitationOver') : words(outcome)
        }
        const result = await signIn({ email: outcome.email, password, totp: '' }, () => {})
        goTo('/desk', { replace: true })
        if (result.kind === 'in') onIn(result.who)
        return null
      }}
    />
  )
}
