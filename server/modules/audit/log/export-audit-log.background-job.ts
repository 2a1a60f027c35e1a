import type { Role } from '#domain/staff/permissions.ts'
import { columnsOf } from '#server/lists/serve-list.ts'
import { may } from '#domain/staff/permissions.ts'
import {
  AUDIT_CSV,
  type AuditQuery,
  auditList,
  type AuditRow,
} from '#server/modules/audit/log/audit-log.sql.ts'
import { csvText } from '#server/lists/csv-download.ts'
import { countAll, uncountedPage } from '#server/lists/keyset-page.ts'
import type { JobKind } from '#server/modules/tasks/background-jobs/background-job.ts'

const ENTRIES_PER_CHUNK = 5000

/** Exports the entries of the audit list to a file, newest first. */
export const auditExportJob: JobKind = {
  needs: 'audit.own',
  async chunk(_, sql, { staff, asked, place, done, ...work }) {
    const list = auditList(visibleTo(asked, staff))
    const total = place ? work.total : await countAll(sql, list)
    const cursor = typeof place?.['cursor'] === 'string' ? place['cursor'] : undefined
    const page = await uncountedPage(sql, list, { limit: ENTRIES_PER_CHUNK, cursor })
    const rows = page.rows as AuditRow[]
    const { head, lines } = csvText(staff.language, columnsOf(AUDIT_CSV))
    return {
      place: page.next === null ? null : { cursor: page.next },
      done: done + rows.length,
      total,
      result: { lines: done + rows.length },
      part: Buffer.from((place ? '' : head()) + lines(rows)),
    }
  },
}

/** Limits the query to the colleague's own entries, unless they now have the permission to read all. */
function visibleTo(
  asked: Omit<AuditQuery, 'channels'>,
  { id, role, channels }: { id: number; role: Role; channels: readonly string[] },
): AuditQuery {
  return may(role, 'audit.read')
    ? { ...asked, channels: null }
    : { ...asked, staff: String(id), channels }
}
