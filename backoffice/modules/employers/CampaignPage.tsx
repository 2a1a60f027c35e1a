import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { AuditHistory } from '#backoffice/kit/audit/AuditHistory.tsx'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { ActionButton, actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { ChannelName } from '#backoffice/kit/display/ChannelName.tsx'
import { EmployerName } from '#backoffice/kit/display/EmployerName.tsx'
import { FactList } from '#backoffice/kit/display/FactList.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { PageColumns } from '#backoffice/kit/page/PageColumns.tsx'
import { MissingPage } from '#backoffice/kit/page/MissingPage.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { PartAwaited } from '#backoffice/kit/page/PartAwaited.tsx'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import { budgetLeft, CampaignStatus } from '#backoffice/modules/employers/CampaignStatus.tsx'
import { ChangeCampaign } from '#backoffice/modules/employers/ChangeCampaign.tsx'
import { ActivationCurve } from '#backoffice/modules/reports/ActivationCurve.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

import css from './Employers.module.css'

type Campaign = StaffResponse<'campaigns'>['items'][number]

/** One campaign: its activations against the last day, its batches, and what it gives. */
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
        again={() => void refetch()}
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
        actions={<CampaignActions campaign={campaign} staff={staff} />}
      />
      <PageColumns
        side={
          <>
            <CampaignFacts campaign={campaign} />
            {staff.permissions.includes('audit.own') || staff.permissions.includes('audit.read') ? (
              <AuditHistory
                title={t('history')}
                asked={{ subject_kind: 'campaign', subject_id: id, limit: 20 }}
              />
            ) : null}
          </>
        }
      >
        <Card title={t('reports.curve')}>
          <ActivationCurve of={{ campaign: id }} height={260} />
        </Card>
        <CampaignBatches id={id} />
      </PageColumns>
    </>
  )
}

function CampaignActions({ campaign, staff }: { campaign: Campaign; staff: Staff }) {
  const t = useTranslate()
  const [open, setOpen] = useState(false)
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
      {open ? (
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
        <PartAwaited error={error} again={() => void refetch()} />
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
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const day = (at: string | null) => (at === null ? '–' : formatDay(language, at))
  const of = (some: number, all: number) =>
    t('ofTotal', { some: some.toLocaleString(language), all: all.toLocaleString(language) })
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
    [t('claimed'), of(campaign.claimed, campaign.vouchers)],
    [t('pointsSpent'), of(campaign.spent, campaign.granted)],
    [
      t('budgetLeft'),
      campaign.budget_left === null
        ? t('campaign.noBudget')
        : t('campaign.points', { points: budgetLeft(t, language, campaign) }),
    ],
  ] as const
  return (
    <Card title={t('campaign')}>
      <FactList facts={facts} />
    </Card>
  )
}
