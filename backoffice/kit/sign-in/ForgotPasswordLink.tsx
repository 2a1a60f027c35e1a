import { useSignInTranslate } from '#backoffice/i18n/translator.tsx'

import css from './SignInForm.module.css'

/** Beside the sign-in form. */
export function ForgotPasswordLink({ to }: { to: string }) {
  const t = useSignInTranslate()
  return (
    <p className={css.help}>
      <a href={to}>{t('forgotPassword')}</a>
    </p>
  )
}
