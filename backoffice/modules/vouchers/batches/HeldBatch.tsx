import type { Batch } from '#backoffice/modules/vouchers/batches/BatchStatus.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { ReasonedAction } from '#backoffice/kit/dialogs/ReasonedAction.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'

/** A batch with so many points that it needs an approval. */
export function HeldBatch({ batch, canCreate }: { batch: Batch; canCreate: boolean }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const points = (batch.count * batch.points).toLocaleString(language)
  if (!batch.asked)
    return (
      <>
        <Notice kind="bad">
          <p>{t('largeRefused')}</p>
          {batch.asked_before ? <LastDecision decision={batch.asked_before} /> : null}
        </Notice>
        {canCreate ? <AskAgain batch={batch} points={points} /> : null}
      </>
    )
  const { by } = batch.asked
  return (
    <Notice kind="warn">
      <p>
        {t('largeAsked', {
          name: by?.name ?? '',
          points,
        })}
      </p>
      <BackofficeLink to="/backoffice/approvals">{t('toApprovals')}</BackofficeLink>
    </Notice>
  )
}

function LastDecision({ decision }: { decision: NonNullable<Batch['asked_before']> }) {
  const t = useTranslate()
  const { outcome, by, note } = decision
  const name = by?.name ?? ''
  return (
    <p>
      {outcome === 'refused'
        ? t('largeBatchRejected', { name, note })
        : t('largeWithdrawn', { name })}
    </p>
  )
}

function AskAgain({ batch, points }: { batch: Batch; points: string }) {
  const t = useTranslate()
  const action = useAction('requestBatchApproval', { done: () => t('askedAgain') })
  return (
    <ReasonedAction
      label="askAgain"
      variant="main"
      help={t('askAgainHelp', { points })}
      busy={action.busy}
      failure={action.failure}
      run={(reason) => action.run({ id: batch.id, version: batch.version, reason })}
    />
  )
}
