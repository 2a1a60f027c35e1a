import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { BatchNumber, nameOfBatch } from '#backoffice/modules/vouchers/batches/BatchName.tsx'
import { AddColleague } from '#backoffice/modules/vouchers/batches/AddRecipient.tsx'
import { BatchCodes } from '#backoffice/modules/vouchers/batches/BatchCodes.tsx'
import { BatchMails } from '#backoffice/modules/vouchers/batches/BatchMails.tsx'
import { ChangeBatch } from '#backoffice/modules/vouchers/batches/ChangeBatch.tsx'
import { LastChange } from '#backoffice/modules/vouchers/batches/LastChange.tsx'
import { Reminders } from '#backoffice/modules/vouchers/batches/Reminders.tsx'
import { type Batch, BatchState } from '#backoffice/modules/vouchers/batches/BatchStatus.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { AuditHistory } from '#backoffice/kit/audit/AuditHistory.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { JobProgress } from '#backoffice/kit/jobs/JobProgress.tsx'
import { ReasonedAction } from '#backoffice/modules/vouchers/batches/ReasonedAction.tsx'
import { ActivationCurve } from '#backoffice/modules/reports/ActivationCurve.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { tagOf } from '#domain/language.ts'

import css from './Batches.module.css'

const LOOK_AGAIN_MS = 1500

/** The clock of this machine may be behind the shop's. */
const SOON_MS = 60_000

/** Codes are being sent, or will be soon, so the page refetches. */
const goesOn = ({ state, send_at, send_ended_at, send_paused_at }: Batch) =>
  state === 'under-way' ||
  (send_at !== null &&
    send_ended_at === null &&
    send_paused_at === null &&
    Date.parse(send_at) <= Date.now() + SOON_MS)

/** One batch: what it is worth, where its codes are, who gets them. */
export function BatchPage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const [watching, setWatching] = useState(false)
  const { data, error, refetch } = useQuery({
    ...staffQuery('batch', { id }),
    refetchInterval: ({ state }) =>
      watching || (state.data && goesOn(state.data)) ? LOOK_AGAIN_MS : false,
  })
  const parent = { to: '/backoffice/batches', label: t('batches') }
  if (!data) {
    return (
      <PagePending
        title={t('batchNumber', { id })}
        parent={parent}
        error={error}
        again={() => void refetch()}
      />
    )
  }
  const canCreate = staff.permissions.includes('batch.make') && !data.undone_at
  return (
    <>
      <PageHead
        title={nameOfBatch(t, data)}
        parent={parent}
        besideTitle={<BatchMarks batch={data} />}
        auditSubject={`batch ${id}`}
      />
      <div className={css.body}>
        <div className={css.columns}>
          <div className={css.stack}>
            <Facts batch={data} />
            <Card title={t('reports.curve')}>
              <ActivationCurve of={{ batch: id }} />
            </Card>
            {data.making ? (
              <JobProgress key={data.making} id={data.making} help={t('makingMeanwhile')} />
            ) : null}
            <BatchCodes
              batch={data}
              canCreate={canCreate}
              onDownload={() => setWatching(true)}
              onSettled={() => setWatching(false)}
              watching={watching}
            />
            <BatchMails batch={data} canCreate={canCreate} />
            <People batch={data} />
            <Reminders batch={data} />
            {canCreate && !data.making ? <Undo batch={data} /> : null}
          </div>
          <BatchSide batch={data} canCreate={canCreate} staff={staff} />
        </div>
      </div>
    </>
  )
}

const BatchMarks = ({ batch }: { batch: Batch }) => (
  <>
    <BatchNumber batch={batch} />
    <BatchState state={batch.state} />
  </>
)

type BatchSideProps = { batch: Batch; canCreate: boolean; staff: Staff }

function BatchSide({ batch, canCreate, staff }: BatchSideProps) {
  const t = useTranslate()
  return (
    <div className={css.stack}>
      {canCreate ? <LastChange batch={batch} /> : null}
      {canCreate && !batch.held_at && !batch.making ? (
        <AddColleague batch={batch} me={staff.id} />
      ) : null}
      {canCreate ? <ChangeBatch batch={batch} me={staff.id} /> : null}
      {staff.permissions.includes('audit.own') || staff.permissions.includes('audit.read') ? (
        <AuditHistory
          title={t('history')}
          asked={{ subject_kind: 'batch', subject_id: batch.id, limit: 20 }}
        />
      ) : null}
    </div>
  )
}

function Facts({ batch }: { batch: Batch }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const number = (value: number) => value.toLocaleString(language)
  const day = (value: string | null, none: string) =>
    value === null
      ? none
      : new Date(`${value}T12:00:00Z`).toLocaleDateString(tagOf(language), {
          dateStyle: 'medium',
          timeZone: 'UTC',
        })
  const campaign: [string, ReactNode][] = batch.campaign
    ? [[t('campaign'), batch.campaign.name]]
    : []
  const facts: [string, ReactNode][] = [
    [t('channel'), batch.channel],
    ...campaign,
    [t('pointsEach'), number(batch.points)],
    [t('howMany'), number(batch.count)],
    [t('claimed'), t('ofTotal', { some: batch.claimed, all: batch.count })],
    [t('pointsSpent'), t('ofTotal', { some: batch.spent, all: batch.granted })],
    [t('pointsLeft'), number(batch.left)],
    [
      t('expiredPoints'),
      batch.expired === 0 ? (
        number(0)
      ) : (
        <BackofficeLink key="expired" to={`/backoffice/expired-points?batch=${batch.id}`}>
          {number(batch.expired)}
        </BackofficeLink>
      ),
    ],
    [t('validFrom'), day(batch.valid_from, t('atOnce'))],
    [t('validUntil'), day(batch.valid_until, t('endless'))],
  ]
  return (
    <section className={css.part} aria-label={t('batch')}>
      {batch.note ? <p>{batch.note}</p> : null}
      <dl className={css.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {batch.short_reason ? (
        <p className={css.soft}>
          {t('whyShort')}: {batch.short_reason} {batch.made_by ? `(${batch.made_by.name})` : ''}
        </p>
      ) : null}
      {batch.sender_message || batch.sender_name ? (
        <blockquote className={css.words}>
          <p>{batch.sender_message}</p>
          <p className={css.soft}>{batch.sender_name}</p>
        </blockquote>
      ) : null}
    </section>
  )
}

const SHOWN = 20

function People({ batch }: { batch: Batch }) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('batchPeople', { id: batch.id, limit: SHOWN }))
  return (
    <section className={css.part} aria-label={t('peopleOfBatch')}>
      <h2>{t('peopleOfBatch')}</h2>
      {data && data.items.length > 0 ? (
        <>
          <table className={css.people}>
            <thead>
              <tr>
                <th scope="col">{t('name')}</th>
                <th scope="col">{t('department')}</th>
                <th scope="col" className={css.short}>
                  {t('lastThree')}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.items.map(({ id, name, department, last3 }) => (
                <tr key={id}>
                  <td>{name || t('personWithoutName')}</td>
                  <td>{department}</td>
                  <td className={css.short}>{last3 ? `…${last3}` : '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <BackofficeLink to={`/backoffice/batches/${batch.id}/recipients`}>
            {t('allPeople')} ({t('countedPeople', { count: batch.people })})
          </BackofficeLink>
        </>
      ) : (
        // Shown only after the data has loaded.
        data && <p className={css.soft}>{t('nobodyNamed')}</p>
      )}
    </section>
  )
}

function Undo({ batch }: { batch: Batch }) {
  const t = useTranslate()
  const action = useAction('undoBatch', { done: () => t('undoneBatch') })
  if (batch.no_undo) return <p className={css.soft}>{t(`noUndo.${batch.no_undo}`)}</p>
  return (
    <ReasonedAction
      label="undoBatch"
      help={batch.undo_until ? <UndoHelp at={batch.undo_until} channel={batch.channel} /> : null}
      busy={action.busy}
      wrong={action.wrong}
      run={(reason) => action.run({ id: batch.id, version: batch.version, reason })}
    />
  )
}

function UndoHelp({ at, channel }: { at: string; channel: string }) {
  const t = useTranslate()
  const [before, after] = t('undoBatchHelp').split('{at}')
  return (
    <>
      {before}
      <DateTime at={at} channel={channel} />
      {after}
    </>
  )
}
