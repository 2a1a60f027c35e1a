import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { AuditHistory } from '#backoffice/kit/audit/AuditHistory.tsx'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { ActionButton, actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { ChannelName } from '#backoffice/kit/display/ChannelName.tsx'
import { EmployerName } from '#backoffice/kit/display/EmployerName.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { PageColumns } from '#backoffice/kit/page/PageColumns.tsx'
import { MissingPage } from '#backoffice/kit/page/MissingPage.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadingState } from '#backoffice/kit/page/LoadingState.tsx'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import { CampaignStatus } from '#backoffice/modules/employers/CampaignStatus.tsx'
import { ChangeCampaign } from '#backoffice/modules/employers/ChangeCampaign.tsx'
import { ActivationCurve } from '#backoffice/modules/reports/ActivationCurve.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

import css from './Employers.module.css'

type Campaign = StaffResponse<'campaigns'>['items'][number]

/** One campaign: its key figures, its activations against the last day, and its batches. */
export function CampaignPage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(staffQuery('campaigns', { ids: id }))
  const parent = { to: '/backoffice/campaigns', label: t('campaigns') }
  if (!data) {
    return (
      <PagePending
        title={t('campaigns')}
        parent={parent}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  const [campaign] = data.items
  if (!campaign) {
    return <MissingPage parent={parent} />
  }
  return (
    <>
      <PageHead
        title={campaign.name}
        parent={parent}
        besideTitle={<CampaignStatus campaign={campaign} />}
        facts={<CampaignFacts campaign={campaign} />}
        actions={<CampaignActions campaign={campaign} staff={staff} />}
      />
      <PageColumns
        side={
          <>
            <CampaignBatches id={id} />
            {staff.permissions.includes('audit.own') || staff.permissions.includes('audit.read') ? (
              <AuditHistory
                title={t('history')}
                query={{ subject_kind: 'campaign', subject_id: id, limit: 20 }}
              />
            ) : null}
          </>
        }
      >
        <CampaignFigures campaign={campaign} />
        <Card title={t('reports.curve')}>
          <ActivationCurve filter={{ campaign: id }} height={260} />
        </Card>
      </PageColumns>
    </>
  )
}

function CampaignActions({ campaign, staff }: { campaign: Campaign; staff: Staff }) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const { id, name } = campaign
  return (
    <>
      {staff.permissions.includes('employer.write') ? (
        <ActionButton onClick={() => setOpen(true)}>{t('edit')}</ActionButton>
      ) : null}
      {staff.permissions.includes('batch.create') ? (
        <BackofficeLink
          className={actionButtonClass('main')}
          to={`/backoffice/batches/new?campaign=${id}`}
        >
          {t('newBatch')}
        </BackofficeLink>
      ) : null}
      {isOpen ? (
        <ModalDialog title={t('changeCampaign', { name })} onClose={() => setOpen(false)}>
          <ChangeCampaign campaign={campaign} me={staff.id} onSaved={() => setOpen(false)} />
        </ModalDialog>
      ) : null}
    </>
  )
}

export function CampaignBatches({ id }: { id: string }) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(staffQuery('batches', { campaign: id, limit: 50 }))
  const batches = data?.items ?? []
  return (
    <Card
      title={t('batches')}
      actions={
        batches.length === 0 ? undefined : (
          <BackofficeLink
            to={`/backoffice/batches?campaign=${id}`}
            aria-label={`${t('batches')}: ${t('viewAll')}`}
          >
            {t('viewAll')}
          </BackofficeLink>
        )
      }
    >
      {!data ? (
        <LoadingState error={error} onRetry={() => void refetch()} />
      ) : batches.length === 0 ? (
        <p className={css.soft}>{t('campaign.noBatches')}</p>
      ) : (
        <ul className={css.batches}>
          {batches.map((batch) => (
            <li key={batch.id}>
              <BackofficeLink to={`/backoffice/batches/${batch.id}`}>
                {batch.note || t('batchNumber', { id: batch.id })}
              </BackofficeLink>
              <span className={css.soft}>
                {t('campaign.activated', { some: batch.claimed, all: batch.count })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function CampaignFacts({ campaign }: { campaign: Campaign }) {
  const { language } = useBackofficeLanguage()
  const day = (at: string | null) => (at === null ? '…' : formatDay(language, at))
  return (
    <>
      <BackofficeLink to={`/backoffice/employers/${campaign.employer}`}>
        <EmployerName name={campaign.employer_name} />
      </BackofficeLink>
      <ChannelName id={campaign.channel} />
      {campaign.opens === null && campaign.closes === null ? null : (
        <span>
          {day(campaign.opens)} – {day(campaign.closes)}
        </span>
      )}
    </>
  )
}

const percentOf = (value: number, all: number) =>
  all === 0 ? 0 : Math.min(100, Math.max(0, (value / all) * 100))

/** Activated vouchers, spent points and remaining budget, each as a bar. */
function CampaignFigures({ campaign }: { campaign: Campaign }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const formatNumber = (value: number) => value.toLocaleString(language)
  const { budget_left, budget_points } = campaign
  const figures = [
    { name: t('claimed'), value: campaign.claimed, total: campaign.vouchers },
    { name: t('pointsSpent'), value: campaign.spent, total: campaign.granted },
    { name: t('budgetLeft'), value: budget_left, total: budget_points },
  ]
  return (
    <dl className={css.keyFigures}>
      {figures.map(({ name, value, total }) => (
        <div key={name}>
          <dt>{name}</dt>
          {value === null || total === null ? (
            <dd>{t('campaign.noBudget')}</dd>
          ) : (
            <dd>
              <strong>{formatNumber(value)}</strong>{' '}
              {t('campaign.ofAll', { all: formatNumber(total) })}
              <span className={css.bar} aria-hidden="true">
                <span style={{ inlineSize: `${percentOf(value, total)}%` }} />
              </span>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
