import { useDoorSay } from '#backoffice/i18n/translator.tsx'

import css from './SignInForm.module.css'

/** Beside the sign-in form. */
export function ForgotLink({ to }: { to: string }) {
  const say = useDoorSay()
  return (
    <p className={css.help}>
      <a href={to}>{say('forgotPassword')}</a>
    </p>
  )
}
