import type { Transaction } from '#server/platform/db/database.ts'
import { writeAudit } from '#server/modules/audit/audit-entry.ts'
import type { ImportedRelease } from '#server/modules/channels/bundle/import-channel.ts'

/** An import of a channel bundle is in the history beside back-office changes. */
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
