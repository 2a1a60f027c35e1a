import type { Transaction } from '#server/db/database.ts'
import { writeAudit } from '#server/books/audit-line.ts'
import type { ImportedRelease } from '#server/folder/import-channel.ts'

/** What a folder changed stands in the history beside what the desk did. */
export function tellAuditOfImport(
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
