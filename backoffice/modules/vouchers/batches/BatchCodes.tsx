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

type BatchCodesProps = {
  batch: Batch
  canCreate: boolean
  watching: boolean
  onDownload: () => void
  onSettled: () => void
}

/** Codes that nobody has yet. Those of people who were revoked or get a mail are in no file. */
export const waitingCodes = ({ count, with_code, mails: { revoked, reserved } }: Batch) =>
  count - with_code - revoked - reserved

/** Where the codes of a batch are, and the one next step with them. */
export function BatchCodes({ batch, canCreate, watching, onDownload, onSettled }: BatchCodesProps) {
  const t = useTranslate()
  const waiting = waitingCodes(batch)
  const offered =
    canCreate && waiting > 0 && batch.state !== 'under-way' && !batch.held_at && !batch.making
  const [last] = batch.hand_overs
  const settled = last?.ended_at ?? null
  useEffect(() => {
    if (watching && settled !== null && batch.state !== 'under-way') onSettled()
  }, [watching, settled, batch.state])
  return (
    <Card title={t('codesTitle')}>
      {batch.state === 'under-way' ? (
        <UnderWay batch={batch} canCreate={canCreate} onStopped={onSettled} />
      ) : null}
      {canCreate && last ? <LastFile batch={batch} last={last} /> : null}
      {batch.held_at && !batch.undone_at ? <HeldBatch batch={batch} canCreate={canCreate} /> : null}
      {offered ? (
        <WaitingCodes
          batch={batch}
          waiting={waiting}
          mayPress={!watching}
          onDownload={onDownload}
        />
      ) : null}
      {batch.exported_at && batch.exported_by ? (
        <p>
          <Sentence
            label="handedOverBy"
            at={batch.exported_at}
            zone={batch.time_zone}
            name={batch.exported_by.name}
          />
        </p>
      ) : null}
      {batch.hand_overs.length > 0 ? <HandOvers batch={batch} /> : null}
      {batch.asked?.kind === 'batch.replace-codes' ? (
        <Notice kind="warn">
          <p>{t('replaceAsked', { name: batch.asked.by?.name ?? '' })}</p>
          <BackofficeLink to="/backoffice/approvals">{t('toApprovals')}</BackofficeLink>
        </Notice>
      ) : null}
    </Card>
  )
}

type UnderWayProps = { batch: Batch; canCreate: boolean; onStopped: () => void }

function UnderWay({ batch, canCreate, onStopped }: UnderWayProps) {
  const t = useTranslate()
  const [last] = batch.hand_overs
  return (
    <Notice kind="info">
      {t('codesDownloading')}
      {last?.state === 'open' ? (
        <>
          <HowMany made={last.made} of={last.vouchers} />
          {canCreate ? <Stop batch={batch} handOver={last.id} onStopped={onStopped} /> : null}
        </>
      ) : null}
    </Notice>
  )
}

type WaitingCodesProps = {
  batch: Batch
  waiting: number
  mayPress: boolean
  onDownload: () => void
}

/** Codes that nobody has yet, with the ways to take them out. */
function WaitingCodes({ batch, waiting, mayPress, onDownload }: WaitingCodesProps) {
  const t = useTranslate()
  const letters = useQuery(staffQuery('batchLetters', { id: batch.id }))
  const release = useQuery(staffQuery('codeExport', { id: batch.id }))
  const forms = areAllBlocked(letters.data) ? CODE_TABLES : CODE_FILES
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
      {!release.data ? (
        <LoadingState error={release.error} onRetry={() => void release.refetch()} />
      ) : release.data.file.allowed ? (
        <CodeFiles batch={batch} forms={forms} mayPress={mayPress} onDownload={onDownload} />
      ) : (
        <CodeApproval batch={batch} release={release.data} />
      )}
    </>
  )
}

function HandOvers({ batch }: { batch: Batch }) {
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

function HowMany({ made, of }: { made: number; of: number }) {
  const t = useTranslate()
  const far = t('ofTotal', { some: made, all: of })
  return (
    <p>
      <progress aria-label={far} max={of} value={made} /> {far}
    </p>
  )
}

function Stop({
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

function LastFile({ batch, last }: { batch: Batch; last: Batch['hand_overs'][number] }) {
  const t = useTranslate()
  const action = useAction('confirmCodeExport')
  if (last.state === 'broken' && batch.state === 'waiting')
    return (
      <Notice kind="warn">
        <Sentence label="downloadInterruptedEarlier" at={last.started_at} zone={batch.time_zone} />{' '}
        {t('stoppedAt', { made: last.made, all: last.vouchers })}
      </Notice>
    )
  if (batch.state !== 'not-handed-over') return null
  if (last.state === 'given' && last.ended_at)
    return (
      <Notice kind="bad">
        <Sentence label="downloadInterrupted" at={last.started_at} zone={batch.time_zone} />
      </Notice>
    )
  if (last.state !== 'whole') return null
  return (
    <Notice kind="info">
      <p>
        <Sentence label="downloadComplete" at={last.started_at} zone={batch.time_zone} />
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

function Sentence({
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
