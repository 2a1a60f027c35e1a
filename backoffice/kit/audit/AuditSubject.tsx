import { auditSubject } from '#backoffice/kit/audit/audit-texts.ts'
import { ChannelName } from '#backoffice/kit/display/ChannelName.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** Pages of subjects. */
const PATHS: Readonly<Record<string, string>> = {
  approval: 'approvals',
  batch: 'batches',
  campaign: 'campaigns',
  channel: 'channels',
  employer: 'employers',
  gift: 'gifts',
  import: 'imports',
  order: 'orders',
  picture: 'media',
  release: 'releases',
  request: 'inbox',
  'retention-run': 'privacy/erasure-runs',
  simulation: 'simulations',
  staff: 'staff',
  supplier: 'suppliers',
  task: 'tasks',
  voucher: 'recipients',
  webhook: 'webhooks',
  'background-job': 'background-jobs',
}

type AuditSubjectProps = {
  kind: string
  id: string
  name: string | null
  /** Leads to the page of the subject. */
  linked?: boolean
}

/** The subject of an audit entry: its name if it has one, otherwise its kind and number. */
export function AuditSubject({ kind, id, name, linked = false }: AuditSubjectProps) {
  const t = useTranslate()
  const shown = kind === 'channel' ? <ChannelName id={id} /> : (name ?? auditSubject(t, kind, id))
  const path = PATHS[kind]
  if (!linked || path === undefined) return shown
  return (
    <BackofficeLink to={`/backoffice/${path}/${encodeURIComponent(id)}`}>{shown}</BackofficeLink>
  )
}
