import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { EmptyState } from '#employer-portal/components/EmptyState.tsx'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'

/** Shown for an address without a page, and for a campaign that does not exist. */
export const NoSuchPage = ({ t }: Pick<EmployerPageProps, 't'>) => (
  <EmptyState icon="search" sentence={t('noSuchPageHelp')}>
    <BackofficeLink to="/employer" className={actionButtonClass('main')}>
      {t('toHome')}
    </BackofficeLink>
  </EmptyState>
)
