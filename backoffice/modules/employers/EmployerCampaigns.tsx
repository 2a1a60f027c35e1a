import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ChannelName } from '#backoffice/kit/display/ChannelName.tsx'
import { NumbersTable } from '#backoffice/kit/tables/NumbersTable.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { LoadingState } from '#backoffice/kit/page/LoadingState.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import { budgetLeftText, CampaignStatus } from '#backoffice/modules/employers/CampaignStatus.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './Employers.module.css'

type Campaign = StaffResponse<'campaigns'>['items'][number]

/** The campaigns of one employer, with links to their pages. */
export function EmployerCampaigns({ employer, mayWrite }: { employer: string; mayWrite: boolean }) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(
    staffQuery('campaigns', { employer, sort: '-closes', limit: 100 }),
  )
  return (
    <Card title={t('campaigns')}>
      {!data ? (
        <LoadingState error={error} onRetry={() => void refetch()} />
      ) : data.items.length === 0 ? (
        <p className={css.soft}>{t(mayWrite ? 'noCampaigns' : 'noCampaignsToRead')}</p>
      ) : (
        <div className={css.figures}>
          <NumbersTable
            head={[t('name'), t('closesOn'), t('claimed'), t('pointsSpent'), t('budgetLeft')]}
            textColumns={1}
            stacked
          >
            {data.items.map((campaign) => (
              <CampaignRow key={campaign.id} campaign={campaign} />
            ))}
          </NumbersTable>
        </div>
      )}
    </Card>
  )
}

function CampaignRow({ campaign }: { campaign: Campaign }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const ofTotal = (some: number, all: number) =>
    t('ofTotal', { some: some.toLocaleString(language), all: all.toLocaleString(language) })
  return (
    <tr>
      <td role="rowheader" className={css.campaign} data-wide>
        <BackofficeLink to={`/backoffice/campaigns/${campaign.id}`}>{campaign.name}</BackofficeLink>
        <span className={css.campaignFacts}>
          <CampaignStatus campaign={campaign} />
          <ChannelName id={campaign.channel} />
        </span>
      </td>
      <td className={css.number} data-head={t('closesOn')}>
        {campaign.closes === null ? '–' : formatDay(language, campaign.closes)}
      </td>
      <td className={css.number} data-head={t('claimed')}>
        {ofTotal(campaign.claimed, campaign.vouchers)}
      </td>
      <td className={css.number} data-head={t('pointsSpent')}>
        {ofTotal(campaign.spent, campaign.granted)}
      </td>
      <td className={css.number} data-head={t('budgetLeft')}>
        {budgetLeftText(t, language, campaign)}
      </td>
    </tr>
  )
}
