import { goTo } from '#backoffice/desk-address.tsx'
import { callPlainly } from '#backoffice/employer-door/employer-client.ts'
import { attemptAt } from '#backoffice/employer-door/sign-in-at.ts'
import { useEmployerSay } from '#backoffice/employer-door/employer-words.tsx'
import { LEAST_PASSWORD } from '#backoffice/parts/PasswordFields.tsx'
import { ChoosePassword } from '#backoffice/sign-in/ChoosePassword.tsx'
import type { Who } from '#contract/employer/employer-door-api.ts'
import { refused } from '#contract/refusal.ts'

/** By the link of an invitation to the employers' door. */
export function EmployerInvitation({
  onIn,
  by = 'acceptInvitation',
}: {
  onIn: (who: Who) => void
  /** The same page serves the link for a forgotten password. */
  by?: 'acceptInvitation' | 'resetPassword'
}) {
  const say = useEmployerSay()
  return (
    <ChoosePassword
      words={{
        title: say(by === 'acceptInvitation' ? 'welcome' : 'passwordNew'),
        intro: say('choosePassword'),
        password: say('passwordNew'),
        atLeast: say('atLeastLetters', { count: LEAST_PASSWORD }),
      }}
      accept={async ({ token, password }) => {
        const outcome = await callPlainly(by, { token, password })
        if (refused(outcome)) {
          if (outcome.refused === 'weak-password') {
            return { ofPassword: say('wrong.weak-password') }
          }
          return say(outcome.field === 'password' ? 'wrong.input' : 'invitationOver')
        }
        const result = await attemptAt({ email: outcome.email, password, totp: '' }, () => {})
        goTo('/employer', { replace: true })
        if (result.kind === 'in') onIn(result.who)
        return null
      }}
    />
  )
}
