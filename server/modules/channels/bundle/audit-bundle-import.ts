import type { Transaction } from '#server/platform/db/database.ts'
import { writeAudit } from '#server/modules/audit/audit-entry.ts'
import type { ImportedRelease } from '#server/modules/channels/bundle/import-channel.ts'

/** Adds the import of a channel bundle to the audit history. */
export function auditImport(
  sql: Transaction,
  { id, channel, written }: ImportedRelease,
): Promise<void> {
  return writeAudit(sql, 'command', new Date(), {
    action: 'release.imported',
    subjectKind: 'release',
    subjectId: String(id),
    channelId: channel,
    after: { written },
  })
}
