import type { Role } from '#domain/staff/permissions.ts'
import { columnsOf } from '#server/lists/serve-list.ts'
import { may } from '#domain/staff/permissions.ts'
import {
  AUDIT_CSV,
  type AuditAsked,
  auditList,
  type AuditRow,
} from '#server/modules/audit/log/audit-log.sql.ts'
import { csvText } from '#server/lists/csv-download.ts'
import { countAll, uncountedPage } from '#server/lists/keyset-page.ts'
import type { JobKind } from '#server/modules/tasks/background-jobs/background-job.ts'

const LINES_A_PORTION = 5000

/** The audit as a file: the entries of the list, newest first. */
export const auditExport: JobKind = {
  needs: 'audit.own',
  async chunk(_, sql, { staff, asked, place, done, ...work }) {
    const list = auditList(within(asked, staff))
    const total = place ? work.total : await countAll(sql, list)
    const cursor = typeof place?.['cursor'] === 'string' ? place['cursor'] : undefined
    const page = await uncountedPage(sql, list, { limit: LINES_A_PORTION, cursor })
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

/** Entries of all colleagues only with the current permission to read them; otherwise the colleague's own. */
function within(
  asked: Omit<AuditAsked, 'channels'>,
  { id, role, channels }: { id: number; role: Role; channels: readonly string[] },
): AuditAsked {
  return may(role, 'audit.read')
    ? { ...asked, channels: null }
    : { ...asked, staff: String(id), channels }
}
