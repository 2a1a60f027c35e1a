import type { FastifyInstance } from 'fastify'

import { audit, exportAudit } from '#contract/audit.staff.ts'
import { AUDIT_CSV, auditList, type AuditRow } from '#server/modules/audit/log/audit-log.sql.ts'
import { csvDownload } from '#server/lists/csv-download.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { everyRow, keysetPage } from '#server/lists/keyset-page.ts'
import { beginWork } from '#server/modules/staff/background-jobs/background-job.ts'
import { serveStaff } from '#server/http/staff/serve-staff-endpoint.ts'

export function auditRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(
    app,
    backoffice,
    audit,
    async ({ as, ...asked }, { sql, colleague, channels, may }) => {
      const staff = may('audit.read') ? asked.staff : String(colleague.id)
      const list = auditList({ ...asked, staff, channels })
      if (as === 'csv') {
        return csvDownload(
          'audit.csv',
          colleague.language,
          AUDIT_CSV,
          everyRow<AuditRow, 'at'>(sql, list, asked),
        )
      }
      const { rows, ...page } = await keysetPage<AuditRow, 'at'>(sql, list, asked)
      return {
        items: rows.map((row) => ({
          id: String(row.id),
          at: row.at.toISOString(),
          actor: row.actor,
          staff:
            row.staff_id === null ? null : { id: String(row.staff_id), name: row.staff_name ?? '' },
          employer_user:
            row.employer_user_id === null
              ? null
              : { id: String(row.employer_user_id), name: row.employer_user_name ?? '' },
          session: row.session_id,
          action: row.action,
          subject_kind: row.subject_kind,
          subject_id: row.subject_id,
          channel: row.channel_id,
          reason: row.reason,
          before: row.before,
          after: row.after,
        })),
        ...page,
      }
    },
  )

  serveStaff(app, backoffice, exportAudit, async (asked, { sql, now, colleague, may, audit }) => {
    const staff = may('audit.read') ? asked.staff : String(colleague.id)
    const begun = await beginWork(
      backoffice.shop,
      { sql, now, colleague },
      {
        kind: 'audit-export',
        asked: { ...asked, ...(staff === undefined ? {} : { staff }) },
        fileName: `audit-${now.toISOString().slice(0, 10)}.csv`,
      },
    )
    audit({
      action: 'audit.exported',
      subjectKind: 'work',
      subjectId: begun.id,
      after: asked,
      personal: ['search'],
    })
    return begun
  })
}
