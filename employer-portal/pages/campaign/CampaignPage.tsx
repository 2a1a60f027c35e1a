import { useQuery } from '@tanstack/react-query'

import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { PageColumns } from '#backoffice/kit/page/PageColumns.tsx'
import { BackofficeLink, useLocation } from '#backoffice/kit/router/address.tsx'
import { employerQuery } from '#employer-portal/api/portal-client.ts'
import {
  type Campaign,
  campaignFacts,
  CAMPAIGNS_PATH,
} from '#employer-portal/components/campaign-facts.ts'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import { EmployerLoadError } from '#employer-portal/components/EmployerLoadError.tsx'
import { NoSuchPage } from '#employer-portal/components/NoSuchPage.tsx'
import { PrivacyNote } from '#employer-portal/components/PrivacyNote.tsx'
import type { Figure } from '#employer-portal/components/statistics-format.ts'
import { CampaignMails } from '#employer-portal/pages/campaign/CampaignMails.tsx'
import { CampaignProgress } from '#employer-portal/pages/campaign/CampaignProgress.tsx'
import { DaysLeft } from '#employer-portal/pages/campaign/DaysLeft.tsx'
import { NextStepBar } from '#employer-portal/pages/campaign/NextStepBar.tsx'
import { RecipientsList } from '#employer-portal/pages/RecipientsList.tsx'

import pages from '../../components/EmployerPages.module.css'
import css from './CampaignPage.module.css'

const idIn = (pathname: string) =>
  pathname.startsWith(CAMPAIGNS_PATH) ? pathname.slice(CAMPAIGNS_PATH.length) : null

/** The heading of a campaign's page. Null on other pages. */
export function useCampaignName(pathname: string): string | null {
  const id = idIn(pathname)
  const { data } = useQuery({ ...employerQuery('campaigns', {}), enabled: id !== null })
  return data?.items.find((campaign) => campaign.id === id)?.name ?? null
}

/** One campaign: its progress, its next step, its emails and its recipients. */
export function CampaignPage({ t }: EmployerPageProps) {
  const { pathname } = useLocation()
  const campaigns = useQuery(employerQuery('campaigns', {}))
  const figures = useQuery(employerQuery('figures', {}))
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
  const campaign = campaigns.data.items.find(({ id }) => id === idIn(pathname))
  if (!campaign) return <NoSuchPage t={t} />
  const { items, made_at } = figures.data
  const figure = items.find((item) => item.campaign.id === campaign.id && item.department === '')
  return (
    <>
      <CampaignHead campaign={campaign} figure={figure} t={t} />
      <section className={css.panel} aria-label={t('progress')}>
        <NextStepBar campaign={campaign} t={t} />
        <div className={css.progress}>
          <CampaignProgress campaign={campaign} figure={figure} madeAt={made_at} t={t} />
        </div>
      </section>
      <PrivacyNote madeAt={made_at} t={t} />
      {campaign.mails === 'none' ? (
        <RecipientsList campaign={campaign.id} t={t} />
      ) : (
        <div className={pages.columns}>
          <PageColumns side={<CampaignMails campaign={campaign} figure={figure} t={t} />}>
            <RecipientsList campaign={campaign.id} t={t} />
          </PageColumns>
        </div>
      )}
    </>
  )
}

function CampaignHead({
  campaign,
  figure,
  t,
}: Pick<EmployerPageProps, 't'> & { campaign: Campaign; figure: Figure | undefined }) {
  const { language } = useBackofficeLanguage()
  return (
    <div className={css.top}>
      <p>{campaignFacts({ campaign, figure, language, t })}</p>
      <DaysLeft campaign={campaign} t={t} />
      {figure ? (
        <BackofficeLink
          to={`/employer/report?campaign=${campaign.id}`}
          className={actionButtonClass()}
        >
          {t('seeReport')}
        </BackofficeLink>
      ) : null}
    </div>
  )
}
