import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { BatchNumber, nameOfBatch } from '#backoffice/modules/vouchers/batches/BatchName.tsx'
import { AddRecipient } from '#backoffice/modules/vouchers/batches/AddRecipient.tsx'
import { BatchCodes, waitingCodes } from '#backoffice/modules/vouchers/batches/BatchCodes.tsx'
import { BatchFacts } from '#backoffice/modules/vouchers/batches/BatchFacts.tsx'
import { BatchMails } from '#backoffice/modules/vouchers/batches/BatchMails.tsx'
import { ChangeBatch } from '#backoffice/modules/vouchers/batches/ChangeBatch.tsx'
import { LastChange } from '#backoffice/modules/vouchers/batches/LastChange.tsx'
import { Reminders } from '#backoffice/modules/vouchers/batches/Reminders.tsx'
import { type Batch, BatchStatus } from '#backoffice/modules/vouchers/batches/BatchStatus.tsx'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { ActionMenu } from '#backoffice/kit/dialogs/ActionMenu.tsx'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { AuditHistory } from '#backoffice/kit/audit/AuditHistory.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { LoadingState } from '#backoffice/kit/page/LoadingState.tsx'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { PageColumns } from '#backoffice/kit/page/PageColumns.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { JobProgress } from '#backoffice/kit/jobs/JobProgress.tsx'
import { ReasonedDialog } from '#backoffice/kit/dialogs/ReasonedAction.tsx'
import { ActivationCurve } from '#backoffice/modules/reports/ActivationCurve.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

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
        onRetry={() => void refetch()}
      />
    )
  }
  const canCreate = staff.permissions.includes('batch.create') && !data.undone_at
  // The codes come first as long as they are what has to be done.
  const areCodesOut = data.state !== 'under-way' && !data.held_at && waitingCodes(data) <= 0
  const codes = (
    <BatchCodes
      batch={data}
      canCreate={canCreate}
      onDownload={() => setWatching(true)}
      onSettled={() => setWatching(false)}
      watching={watching}
    />
  )
  return (
    <>
      <PageHead
        title={nameOfBatch(t, data)}
        parent={parent}
        besideTitle={<BatchMarks batch={data} />}
        auditSubject={`batch ${id}`}
        actions={canCreate ? <BatchActions batch={data} me={staff.id} /> : null}
      />
      <PageColumns side={<BatchSide batch={data} canCreate={canCreate} staff={staff} />}>
        {data.making ? (
          <JobProgress key={data.making} id={data.making} help={t('creationContinues')} />
        ) : null}
        {areCodesOut ? null : codes}
        <Card title={t('reports.curve')}>
          <ActivationCurve of={{ batch: id }} />
        </Card>
        <BatchPeople batch={data} />
        <Reminders batch={data} />
        <BatchMails batch={data} canCreate={canCreate} />
        {areCodesOut ? codes : null}
      </PageColumns>
    </>
  )
}

/** Changes in dialogs. A batch that is being created, or waits for approval, gets nobody added. */
function BatchActions({ batch, me }: { batch: Batch; me: string }) {
  const t = useTranslate()
  const [open, setOpen] = useState<'add' | 'change' | 'replaceAll' | 'undoBatch' | null>(null)
  const close = () => setOpen(null)
  const mayReplace = batch.with_code > 0 && batch.state !== 'under-way' && !batch.asked
  const risky = [
    ...(mayReplace ? (['replaceAll'] as const) : []),
    ...(batch.making ? [] : (['undoBatch'] as const)),
  ]
  return (
    <>
      {batch.held_at || batch.making ? null : (
        <ActionButton onClick={() => setOpen('add')}>{t('addRecipient')}</ActionButton>
      )}
      <ActionButton onClick={() => setOpen('change')}>{t('edit')}</ActionButton>
      {risky.length > 0 ? (
        <ActionMenu
          label={t('moreActions')}
          end
          items={risky.map((key) => ({
            key,
            label: t(key),
            isRisky: true,
            run: () => setOpen(key),
          }))}
        />
      ) : null}
      {open === 'replaceAll' ? <ReplaceAll batch={batch} onClose={close} /> : null}
      {open === 'undoBatch' ? <Undo batch={batch} onClose={close} /> : null}
      {open === 'add' ? (
        <ModalDialog title={t('addRecipient')} onClose={close}>
          <AddRecipient batch={batch} me={me} onSaved={close} />
        </ModalDialog>
      ) : null}
      {open === 'change' ? (
        <ModalDialog title={t('changeBatchTitle')} onClose={close}>
          <ChangeBatch batch={batch} me={me} onSaved={close} />
        </ModalDialog>
      ) : null}
    </>
  )
}

const BatchMarks = ({ batch }: { batch: Batch }) => (
  <>
    <BatchNumber batch={batch} />
    <BatchStatus {...batch} />
  </>
)

type BatchSideProps = { batch: Batch; canCreate: boolean; staff: Staff }

function BatchSide({ batch, canCreate, staff }: BatchSideProps) {
  const t = useTranslate()
  return (
    <>
      <BatchFacts batch={batch} />
      {canCreate ? <LastChange batch={batch} /> : null}
      {staff.permissions.includes('audit.own') || staff.permissions.includes('audit.read') ? (
        <AuditHistory
          title={t('history')}
          query={{ subject_kind: 'batch', subject_id: batch.id, limit: 20 }}
        />
      ) : null}
    </>
  )
}

const MAX_RECIPIENTS = 20

export function BatchPeople({ batch }: { batch: Pick<Batch, 'id' | 'people'> }) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(
    staffQuery('batchRecipients', { id: batch.id, limit: MAX_RECIPIENTS }),
  )
  return (
    <Card title={t('batchRecipients')}>
      {!data ? (
        <LoadingState error={error} onRetry={() => void refetch()} />
      ) : data.items.length === 0 ? (
        <p className={css.soft}>{t('noRecipientList')}</p>
      ) : (
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
              {data.items.map(({ id, name, department, last3, mail_state }) => (
                <tr key={id}>
                  <td>{name || t('unnamedRecipient')}</td>
                  <td>{department}</td>
                  <td className={css.short}>
                    {/* Until its mail is sent, nobody has the code. */}
                    {last3 && mail_state !== 'waiting' ? `…${last3}` : '–'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <BackofficeLink to={`/backoffice/batches/${batch.id}/recipients`}>
            {t('allRecipients')} ({t('recipientCount', { count: batch.people })})
          </BackofficeLink>
        </>
      )}
    </Card>
  )
}

type RiskyProps = { batch: Batch; onClose: () => void }

function ReplaceAll({ batch: { id, version }, onClose }: RiskyProps) {
  const t = useTranslate()
  const action = useAction('replaceBatchCodes', {
    done: ({ asked }) => (asked ? null : t('replacedAll')),
  })
  return (
    <ReasonedDialog
      label="replaceAll"
      help={t('replaceAllHelp')}
      busy={action.busy}
      failure={action.failure}
      run={(reason) => action.run({ id, version, reason })}
      onClose={onClose}
    />
  )
}

function Undo({ batch: { id, version, channel, no_undo, undo_until }, onClose }: RiskyProps) {
  const t = useTranslate()
  const action = useAction('undoBatch', { done: () => t('undoneBatch') })
  if (no_undo) {
    return (
      <ModalDialog title={t('undoBatch')} onClose={onClose}>
        <p>{t(`noUndo.${no_undo}`)}</p>
      </ModalDialog>
    )
  }
  return (
    <ReasonedDialog
      label="undoBatch"
      help={undo_until ? <UndoHelp at={undo_until} channel={channel} /> : null}
      busy={action.busy}
      failure={action.failure}
      run={(reason) => action.run({ id, version, reason })}
      onClose={onClose}
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
