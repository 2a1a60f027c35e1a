import { refused } from '#contract/shared/refusals.shop.ts'
import { RefusalError } from '#server/http/endpoint/endpoint-server.ts'
import { type AuditActor, type AuditLine, writeAudit } from '#server/modules/audit/audit-entry.ts'
import type { Queries } from '#server/platform/db/database.ts'

/** Collects the audit entry of a call, and writes it in the transaction of the changes. */
export function auditedWrite<Actor extends AuditActor>(
  call: string,
  at: Date,
  caller: Actor | undefined,
) {
  const lines: { line: AuditLine; by: Actor | undefined }[] = []
  return {
    audit: (line: AuditLine, by = caller) => void lines.push({ line, by }),
    async run<Result>(sql: Queries, work: (sql: Queries) => Promise<Result>): Promise<Result> {
      const result = await work(sql)
      if (refused(result)) throw new RefusalError(result)
      const [entry, ...more] = lines
      if (!entry?.by || more.length > 0)
        throw new Error(`${call} must write exactly one audit entry`)
      await writeAudit(sql, entry.by, at, entry.line)
      return result
    },
  }
}
