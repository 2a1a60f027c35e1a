import type { ApprovalKindName } from '#contract/approvals.staff.ts'
import { type StaffRefusal, refuseStaff } from '#contract/shared/refusals.staff.ts'
import type { AuditLine } from '#server/modules/audit/audit-entry.ts'
import { type Queries, violates } from '#server/platform/db/database.ts'

export type ApprovalSubject = { kind: string; id: string; name: string; channelId: string | null }

export type ApprovalRequest = {
  kind: ApprovalKindName
  subject: ApprovalSubject
  asked: object
  /** The version of the locked subject. The request can be approved only for this version. */
  version: string
  reason: string
}

/** Stores a request for approval in the caller's transaction. */
export async function insertApproval(
  sql: Queries,
  { kind, subject, asked, version, reason }: ApprovalRequest,
  by: { staffId: number; at: Date },
): Promise<string | StaffRefusal<'is-asked'>> {
  if (!('savepoint' in sql)) throw new Error('requesting approval requires a transaction')
  try {
    const [row] = await sql.savepoint(
      (sql) => sql<{ id: number }[]>`
        insert into approval (kind, subject_kind, subject_id, subject_name, channel_id, asked, version, reason,
          asked_by, asked_at)
        values (${kind}, ${subject.kind}, ${subject.id}, ${subject.name}, ${subject.channelId},
          ${sql.json(asked)}, ${version}, ${reason}, ${by.staffId}, ${by.at})
        returning id`,
    )
    if (!row) throw new Error('insert of the approval returned no row')
    return String(row.id)
  } catch (error) {
    if (violates(error, 'one_waiting_approval')) return refuseStaff('is-asked')
    throw error
  }
}

/** Marks a request as lapsed because its subject has changed. */
export const lapseApproval = (
  sql: Queries,
  id: number,
  {
    changes,
    at,
  }: { changes: readonly { what: string; before: string; after: string }[]; at: Date },
) => sql`
  update approval set outcome = 'lapsed', decided_at = ${at}, changes = ${sql.json(changes)} where id = ${id}`

/** The audit entry of a new request. */
export const requestedEntry = (
  { kind, subject, asked, reason }: ApprovalRequest,
  id: string,
): AuditLine => ({
  action: 'approval.requested',
  subjectKind: subject.kind,
  subjectId: subject.id,
  channelId: subject.channelId,
  reason,
  after: { approval: id, kind, ...asked },
})
