import { useQuery } from '@tanstack/react-query'

import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import { ActionButton, actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { BackofficeLink, useQueryParams } from '#backoffice/kit/router/address.tsx'
import { employerPaths } from '#contract/paths.employer.ts'
import { employerQuery } from '#employer-portal/api/portal-client.ts'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import { EmployerLoadError } from '#employer-portal/components/EmployerLoadError.tsx'
import { EmptyState } from '#employer-portal/components/EmptyState.tsx'
import { CampaignReport } from '#employer-portal/pages/report/CampaignReport.tsx'

import css from './ReportPage.module.css'

/** The report of one campaign, to print or as a PDF, and all figures as a file. */
export function ReportPage({ who, t }: EmployerPageProps) {
  const campaigns = useQuery(employerQuery('campaigns', {}))
  const figures = useQuery(employerQuery('figures', {}))
  const [query, setQuery] = useQueryParams()
  const error = campaigns.error ?? figures.error
  if (error && !(campaigns.data && figures.data)) {
    return (
      <EmployerLoadError
        error={error}
        onRetry={() => void Promise.all([campaigns.refetch(), figures.refetch()])}
      />
    )
  }
  if (!campaigns.data || !figures.data) return null
  const { made_at, items } = figures.data
  // Only campaigns with figures have a report.
  const reported = campaigns.data.items.filter(({ id }) =>
    items.some(({ campaign }) => campaign.id === id),
  )
  const campaign = reported.find(({ id }) => id === query.get('campaign')) ?? reported[0]
  if (!campaign || made_at === null) {
    return (
      <EmptyState icon="figures" sentence={t('noReports')}>
        <BackofficeLink to="/employer" className={actionButtonClass('main')}>
          {t('toHome')}
        </BackofficeLink>
      </EmptyState>
    )
  }
  return (
    <>
      <div className={css.tools}>
        {reported.length > 1 ? (
          <FormSelect
            label={t('campaign')}
            value={campaign.id}
            onChange={({ target }) => setQuery({ campaign: target.value }, { replace: true })}
          >
            {reported.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </FormSelect>
        ) : null}
        <Files campaign={campaign.id} t={t} />
      </div>
      <CampaignReport
        key={campaign.id}
        employer={who.employer}
        campaign={campaign}
        figures={items.filter((figure) => figure.campaign.id === campaign.id)}
        madeAt={made_at}
        t={t}
      />
    </>
  )
}

function Files({ campaign, t }: Pick<EmployerPageProps, 't'> & { campaign: string }) {
  const { language } = useBackofficeLanguage()
  const pdf = employerPaths.campaignReport.path.replace(':campaign', campaign)
  return (
    <div className={css.files}>
      <a
        className={actionButtonClass('main')}
        href={`${pdf}?${new URLSearchParams({ language }).toString()}`}
        download
      >
        {t('downloadPdf')}
      </a>
      <ActionButton onClick={() => window.print()}>{t('print')}</ActionButton>
      <a className={actionButtonClass()} href={employerPaths.report.path} download>
        {t('download')}
      </a>
    </div>
  )
}
