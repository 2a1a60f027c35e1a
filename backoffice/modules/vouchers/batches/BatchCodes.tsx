import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { Batch } from '#backoffice/modules/vouchers/batches/BatchStatus.tsx'
import { HeldBatch } from '#backoffice/modules/vouchers/batches/HeldBatch.tsx'
import {
  CODE_FILES,
  CODE_TABLES,
  CodeFiles,
} from '#backoffice/modules/vouchers/batches/CodeFiles.tsx'
import { CodeApproval } from '#backoffice/modules/vouchers/batches/CodeApproval.tsx'
import { LetterErrors, areAllBlocked } from '#backoffice/modules/vouchers/batches/LetterErrors.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { LoadingState } from '#backoffice/kit/page/LoadingState.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { tagOf } from '#domain/language.ts'

import css from './Batches.module.css'

type CodesProps = {
  batch: Batch
  canCreate: boolean
  isDownloading: boolean
  onDownload: () => void
  onEnd: () => void
}

/** The number of codes that a file can still contain: no revoked codes, none that are reserved for mails. */
export const countWaitingCodes = ({ count, with_code, mails: { revoked, reserved } }: Batch) =>
  count - with_code - revoked - reserved

/** The state of the codes of a batch, and the next step. */
export function BatchCodes({ batch, canCreate, isDownloading, onDownload, onEnd }: CodesProps) {
  const t = useTranslate()
  const waiting = countWaitingCodes(batch)
  const isDownloadOffered =
    canCreate && waiting > 0 && batch.state !== 'under-way' && !batch.held_at && !batch.making
  const [latest] = batch.hand_overs
  const endedAt = latest?.ended_at ?? null
  useEffect(() => {
    if (isDownloading && endedAt !== null && batch.state !== 'under-way') onEnd()
  }, [isDownloading, endedAt, batch.state])
  return (
    <Card title={t('codesTitle')}>
      {batch.state === 'under-way' ? (
        <ExportProgress batch={batch} canCreate={canCreate} onStopped={onEnd} />
      ) : null}
      {canCreate && latest ? <LastExport batch={batch} latest={latest} /> : null}
      {batch.held_at && !batch.undone_at ? <HeldBatch batch={batch} canCreate={canCreate} /> : null}
      {isDownloadOffered ? (
        <WaitingCodes
          batch={batch}
          waiting={waiting}
          isEnabled={!isDownloading}
          onDownload={onDownload}
        />
      ) : null}
      {batch.exported_at && batch.exported_by ? (
        <p>
          <TimeText
            label="handedOverBy"
            at={batch.exported_at}
            zone={batch.time_zone}
            name={batch.exported_by.name}
          />
        </p>
      ) : null}
      {batch.hand_overs.length > 0 ? <CodeExports batch={batch} /> : null}
      {batch.asked?.kind === 'batch.replace-codes' ? (
        <Notice kind="warn">
          <p>{t('replaceAsked', { name: batch.asked.by?.name ?? '' })}</p>
          <BackofficeLink to="/backoffice/approvals">{t('toApprovals')}</BackofficeLink>
        </Notice>
      ) : null}
    </Card>
  )
}

type ExportProgressProps = { batch: Batch; canCreate: boolean; onStopped: () => void }

function ExportProgress({ batch, canCreate, onStopped }: ExportProgressProps) {
  const t = useTranslate()
  const [latest] = batch.hand_overs
  return (
    <Notice kind="info">
      {t('codesDownloading')}
      {latest?.state === 'open' ? (
        <>
          <CodeProgress made={latest.made} total={latest.vouchers} />
          {canCreate ? (
            <CancelExport batch={batch} handOver={latest.id} onStopped={onStopped} />
          ) : null}
        </>
      ) : null}
    </Notice>
  )
}

type WaitingCodesProps = {
  batch: Batch
  waiting: number
  isEnabled: boolean
  onDownload: () => void
}

/** The codes that are not given out yet, with their files or the approval that the files need. */
function WaitingCodes({ batch, waiting, isEnabled, onDownload }: WaitingCodesProps) {
  const t = useTranslate()
  const letters = useQuery(staffQuery('batchLetters', { id: batch.id }))
  const codeExport = useQuery(staffQuery('codeExport', { id: batch.id }))
  const formats = areAllBlocked(letters.data) ? CODE_TABLES : CODE_FILES
  return (
    <>
      <LetterErrors check={letters.data} batch={batch.id} />
      <p>{t('codesWaiting', { count: waiting })}</p>
      {batch.mails.waiting > 0 ? (
        <Notice kind="warn">{t('codesWhileMailing', { count: batch.mails.waiting })}</Notice>
      ) : null}
      {letters.error && !letters.data ? (
        <LoadError error={letters.error} onRetry={() => void letters.refetch()} />
      ) : null}
      {!codeExport.data ? (
        <LoadingState error={codeExport.error} onRetry={() => void codeExport.refetch()} />
      ) : codeExport.data.file.allowed ? (
        <CodeFiles batch={batch} formats={formats} isEnabled={isEnabled} onDownload={onDownload} />
      ) : (
        <CodeApproval batch={batch} codeExport={codeExport.data} />
      )}
    </>
  )
}

function CodeExports({ batch }: { batch: Batch }) {
  const t = useTranslate()
  return (
    <details>
      <summary>{t('codeFiles')}</summary>
      <ul className={css.list}>
        {batch.hand_overs.map(({ id, form, vouchers, state, by, started_at }) => (
          <li key={id}>
            <DateTime at={started_at} channel={batch.channel} /> · {t(`codes.${form}`)} · {vouchers}{' '}
            · {by?.name} · {t(`codeFile.${state}`)}
          </li>
        ))}
      </ul>
    </details>
  )
}

function CodeProgress({ made, total }: { made: number; total: number }) {
  const t = useTranslate()
  const progress = t('ofTotal', { some: made, all: total })
  return (
    <p>
      <progress aria-label={progress} max={total} value={made} /> {progress}
    </p>
  )
}

function CancelExport({
  batch,
  handOver,
  onStopped,
}: {
  batch: Batch
  handOver: string
  onStopped: () => void
}) {
  const t = useTranslate()
  const action = useAction('cancelCodeExport', { done: () => t('codesStopped') })
  return (
    <>
      {action.failure ? <p>{action.failure}</p> : null}
      <ActionButton
        busy={action.busy}
        onClick={() =>
          void action
            .run({ id: batch.id, hand_over: handOver })
            .then((stopped) => (stopped ? onStopped() : undefined))
        }
      >
        {t('stopCodes')}
      </ActionButton>
    </>
  )
}

function LastExport({ batch, latest }: { batch: Batch; latest: Batch['hand_overs'][number] }) {
  const t = useTranslate()
  const action = useAction('confirmCodeExport')
  if (latest.state === 'broken' && batch.state === 'waiting')
    return (
      <Notice kind="warn">
        <TimeText
          label="downloadInterruptedEarlier"
          at={latest.started_at}
          zone={batch.time_zone}
        />{' '}
        {t('stoppedAt', { made: latest.made, all: latest.vouchers })}
      </Notice>
    )
  if (batch.state !== 'not-handed-over') return null
  if (latest.state === 'given' && latest.ended_at)
    return (
      <Notice kind="bad">
        <TimeText label="downloadInterrupted" at={latest.started_at} zone={batch.time_zone} />
      </Notice>
    )
  if (latest.state !== 'whole') return null
  return (
    <Notice kind="info">
      <p>
        <TimeText label="downloadComplete" at={latest.started_at} zone={batch.time_zone} />
      </p>
      {action.failure ? <p>{action.failure}</p> : null}
      <ActionButton
        busy={action.busy}
        onClick={() => void action.run({ id: batch.id, version: batch.version })}
      >
        {t('markHandedOver')}
      </ActionButton>
    </Notice>
  )
}

function TimeText({
  label,
  at,
  zone,
  name = '',
}: {
  label: 'downloadInterruptedEarlier' | 'downloadInterrupted' | 'downloadComplete' | 'handedOverBy'
  at: string
  zone: string
  name?: string
}) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const moment = new Date(at).toLocaleString(tagOf(language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
  })
  return <>{t(label, { at: moment, name })}</>
}
