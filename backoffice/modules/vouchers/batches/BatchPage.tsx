import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { BatchNumber, batchName } from '#backoffice/modules/vouchers/batches/BatchName.tsx'
import { AddRecipient } from '#backoffice/modules/vouchers/batches/AddRecipient.tsx'
import { BatchCodes, countWaitingCodes } from '#backoffice/modules/vouchers/batches/BatchCodes.tsx'
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

const POLL_INTERVAL_MS = 1500

/** Polling starts earlier by this time, because the clock of the user's device may be slow. */
const CLOCK_TOLERANCE_MS = 60_000

/** Codes are being sent, or will be soon, so the page refetches. */
const isInProgress = ({ state, send_at, send_ended_at, send_paused_at }: Batch) =>
  state === 'under-way' ||
  (send_at !== null &&
    send_ended_at === null &&
    send_paused_at === null &&
    Date.parse(send_at) <= Date.now() + CLOCK_TOLERANCE_MS)

/** One batch: its facts, codes, recipients, reminders and mails. */
export function BatchPage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const [isDownloading, setDownloading] = useState(false)
  const { data, error, refetch } = useQuery({
    ...staffQuery('batch', { id }),
    refetchInterval: ({ state }) =>
      isDownloading || (state.data && isInProgress(state.data)) ? POLL_INTERVAL_MS : false,
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
  // The codes come first until all of them are given out.
  const areCodesOut = data.state !== 'under-way' && !data.held_at && countWaitingCodes(data) <= 0
  const codes = (
    <BatchCodes
      batch={data}
      canCreate={canCreate}
      onDownload={() => setDownloading(true)}
      onEnd={() => setDownloading(false)}
      isDownloading={isDownloading}
    />
  )
  return (
    <>
      <PageHead
        title={batchName(t, data)}
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
          <ActivationCurve filter={{ batch: id }} />
        </Card>
        <BatchRecipients batch={data} />
        <Reminders batch={data} />
        <BatchMails batch={data} canCreate={canCreate} />
        {areCodesOut ? codes : null}
      </PageColumns>
    </>
  )
}

/** Actions with dialogs. Recipients can't be added while a batch is created or waits for approval. */
function BatchActions({ batch, me }: { batch: Batch; me: string }) {
  const t = useTranslate()
  const [dialog, setDialog] = useState<'add' | 'change' | 'replaceAll' | 'undoBatch' | null>(null)
  const close = () => setDialog(null)
  const canReplace = batch.with_code > 0 && batch.state !== 'under-way' && !batch.asked
  const riskyActions = [
    ...(canReplace ? (['replaceAll'] as const) : []),
    ...(batch.making ? [] : (['undoBatch'] as const)),
  ]
  return (
    <>
      {batch.held_at || batch.making ? null : (
        <ActionButton onClick={() => setDialog('add')}>{t('addRecipient')}</ActionButton>
      )}
      <ActionButton onClick={() => setDialog('change')}>{t('edit')}</ActionButton>
      {riskyActions.length > 0 ? (
        <ActionMenu
          label={t('moreActions')}
          end
          items={riskyActions.map((key) => ({
            key,
            label: t(key),
            isRisky: true,
            run: () => setDialog(key),
          }))}
        />
      ) : null}
      {dialog === 'replaceAll' ? <ReplaceAllDialog batch={batch} onClose={close} /> : null}
      {dialog === 'undoBatch' ? <UndoBatchDialog batch={batch} onClose={close} /> : null}
      {dialog === 'add' ? (
        <ModalDialog title={t('addRecipient')} onClose={close}>
          <AddRecipient batch={batch} me={me} onSaved={close} />
        </ModalDialog>
      ) : null}
      {dialog === 'change' ? (
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

export function BatchRecipients({ batch }: { batch: Pick<Batch, 'id' | 'people'> }) {
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
                <th scope="col" className={css.narrow}>
                  {t('lastThree')}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.items.map(({ id, name, department, last3, mail_state }) => (
                <tr key={id}>
                  <td>{name || t('unnamedRecipient')}</td>
                  <td>{department}</td>
                  <td className={css.narrow}>
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

type RiskyDialogProps = { batch: Batch; onClose: () => void }

function ReplaceAllDialog({ batch: { id, version }, onClose }: RiskyDialogProps) {
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

function UndoBatchDialog({
  batch: { id, version, channel, no_undo, undo_until },
  onClose,
}: RiskyDialogProps) {
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
  // The time is an element, which a variable of a text can't be.
  const [before, after] = t('undoBatchHelp').split('{at}')
  return (
    <>
      {before}
      <DateTime at={at} channel={channel} />
      {after}
    </>
  )
}
