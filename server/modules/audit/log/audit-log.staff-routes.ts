import type { FastifyInstance } from 'fastify'

import { audit, exportAudit } from '#contract/audit.staff.ts'
import { AUDIT_CSV, auditList, type AuditRow } from '#server/modules/audit/log/audit-log.sql.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { startJob } from '#server/modules/tasks/background-jobs/background-job.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

export function auditRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, audit, listAudit)

  serveStaff(app, backoffice, exportAudit, handleExportAudit(backoffice))
}

const handleExportAudit =
  (backoffice: Backoffice) =>
  async (input: ParsedInput<typeof exportAudit>, { sql, now, colleague, may, audit }: SignedIn) => {
    const staff = may('audit.read') ? input.staff : String(colleague.id)
    const job = await startJob(
      backoffice.shop,
      { sql, now, colleague },
      {
        kind: 'audit-export',
        asked: { ...input, ...(staff === undefined ? {} : { staff }) },
        fileName: `audit-${now.toISOString().slice(0, 10)}.csv`,
      },
    )
    audit({
      action: 'audit.exported',
      subjectKind: 'background-job',
      subjectId: job.id,
      after: input,
      personal: ['search'],
    })
    return job
  }

async function listAudit(query: ParsedInput<typeof audit>, caller: SignedIn) {
  const { colleague, channels, may } = caller
  const staff = may('audit.read') ? query.staff : String(colleague.id)
  return serveList(caller, query, {
    file: 'audit',
    list: auditList({ ...query, staff, channels }),
    columns: AUDIT_CSV,
    row: entryOf,
  })
}

const entryOf = (row: AuditRow) => ({
  id: String(row.id),
  at: row.at.toISOString(),
  actor: row.actor,
  staff: row.staff_id === null ? null : { id: String(row.staff_id), name: row.staff_name ?? '' },
  employer_user:
    row.employer_user_id === null
      ? null
      : { id: String(row.employer_user_id), name: row.employer_user_name ?? '' },
  session: row.session_id,
  action: row.action,
  subject_kind: row.subject_kind,
  subject_id: row.subject_id,
  subject_name: row.subject_name,
  channel: row.channel_id,
  reason: row.reason,
  before: row.before,
  after: row.after,
})
