import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import { dayOf } from '#employer-portal/components/statistics-format.ts'

import css from './EmployerPages.module.css'

/** Explains once per page how figures are protected and when they were calculated. */
export function PrivacyNote({
  madeAt,
  t,
}: Pick<EmployerPageProps, 't'> & { madeAt: string | null }) {
  const { language } = useBackofficeLanguage()
  return (
    <p className={css.soft}>
      {t('reportsHelp')}{' '}
      {madeAt === null ? '' : `${t('figuresOf', { date: dayOf(madeAt, language) })} `}
      <BackofficeLink to="/employer/seen">{t('seen')}</BackofficeLink>
    </p>
  )
}
