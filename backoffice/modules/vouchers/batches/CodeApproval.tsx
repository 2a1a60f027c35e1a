import type { Batch } from '#backoffice/modules/vouchers/batches/BatchStatus.tsx'
import { ReasonedAction } from '#backoffice/kit/dialogs/ReasonedAction.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

type CodeExport = StaffResponse<'codeExport'>
type Codes = CodeExport['file']

/** Codes with an open approval request: the requester and a link to the request. */
export function CodesAwaitingApproval({ codes }: { codes: Codes }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  if (!codes.asked) return null
  const { approval, by } = codes.asked
  const points = codes.points.toLocaleString(language)
  return (
    <Notice kind="warn">
      <p>{t('codes.asked', { name: by.name, points })}</p>
      <BackofficeLink to={`/backoffice/approvals/${approval}`}>{t('toApprovals')}</BackofficeLink>
    </Notice>
  )
}

/** Codes with more points than the user may give out without an approval. */
export function CodesAboveLimit({ codes, limit }: { codes: Codes; limit: number }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const number = (value: number) => value.toLocaleString(language)
  return (
    <Notice kind="info">
      {t('codes.above', { points: number(codes.points), alone: number(limit) })}
    </Notice>
  )
}

/** Replaces the downloads until an approver has approved them. */
export function CodeApproval({ batch, codeExport }: { batch: Batch; codeExport: CodeExport }) {
  const t = useTranslate()
  const action = useAction('requestCodeExportApproval', { done: () => t('codes.askedDone') })
  const { file, alone: limit } = codeExport
  if (file.asked) return <CodesAwaitingApproval codes={file} />
  const { id, version } = batch
  return (
    <>
      <CodesAboveLimit codes={file} limit={limit} />
      <ReasonedAction
        label="codes.ask"
        variant="main"
        help={t('codes.askHelp')}
        busy={action.busy}
        failure={action.failure}
        run={(reason) => action.run({ id, version, reason, way: 'file' })}
      />
    </>
  )
}
