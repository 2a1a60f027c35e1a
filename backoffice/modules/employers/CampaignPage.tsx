import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { EmployerName } from '#backoffice/kit/display/EmployerName.tsx'
import { ChannelName } from '#backoffice/kit/display/ChannelName.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { PageColumns } from '#backoffice/kit/page/PageColumns.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import { ActivationCurve } from '#backoffice/modules/reports/ActivationCurve.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './Employers.module.css'

type Campaign = StaffResponse<'campaigns'>['items'][number]

/** One campaign: its activations against the last day, its batches, and what it gives. */
export function CampaignPage({ params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(staffQuery('campaigns', { ids: id }))
  const { data: batches } = useQuery(staffQuery('batches', { campaign: id, limit: 50 }))
  const parent = { to: '/backoffice/campaigns', label: t('campaigns') }
  if (!data) {
    return (
      <PagePending
        title={t('campaigns')}
        parent={parent}
        error={error}
        again={() => void refetch()}
      />
    )
  }
  const [campaign] = data.items
  if (!campaign) {
    return (
      <>
        <PageHead title={t('noSuchPage')} parent={parent} />
        <p className={css.body}>{t('notThere')}</p>
      </>
    )
  }
  return (
    <>
      <PageHead title={campaign.name} parent={parent} />
      <PageColumns side={<CampaignFacts campaign={campaign} />}>
        <Card title={t('reports.curve')}>
          <ActivationCurve of={{ campaign: id }} height={260} />
        </Card>
        <Card
          title={t('batches')}
          actions={
            <BackofficeLink
              to={`/backoffice/batches?campaign=${id}`}
              aria-label={`${t('batches')}: ${t('viewAll')}`}
            >
              {t('viewAll')}
            </BackofficeLink>
          }
        >
          <ul className={css.batches}>
            {batches?.items.map((batch) => (
              <li key={batch.id}>
                <BackofficeLink to={`/backoffice/batches/${batch.id}`}>
                  {batch.note || t('batchNumber', { id: batch.id })}
                </BackofficeLink>
                <span className={css.soft}>
                  {t('ofTotal', { some: batch.claimed, all: batch.count })}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      </PageColumns>
    </>
  )
}

function CampaignFacts({ campaign }: { campaign: Campaign }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const day = (at: string | null) => (at === null ? '–' : formatDay(language, at))
  const number = (value: number | null) => (value === null ? '–' : value.toLocaleString(language))
  const facts = [
    [
      t('employer'),
      <BackofficeLink key="employer" to={`/backoffice/employers/${campaign.employer}`}>
        <EmployerName name={campaign.employer_name} />
      </BackofficeLink>,
    ],
    [t('channel'), <ChannelName key="channel" id={campaign.channel} />],
    [t('opensOn'), day(campaign.opens)],
    [t('closesOn'), day(campaign.closes)],
    [t('howMany'), number(campaign.vouchers)],
    [t('claimed'), number(campaign.claimed)],
    [t('pointsGiven'), number(campaign.granted)],
    [t('pointsSpent'), number(campaign.spent)],
    [t('budgetLeft'), number(campaign.budget_left)],
  ] as const
  return (
    <Card title={t('campaign')}>
      <dl className={css.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
