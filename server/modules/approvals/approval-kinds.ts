import type { z } from 'zod'

import type { ApprovalKindName } from '#contract/approvals.staff.ts'
import { type StaffRefusal, refuseStaff } from '#contract/shared/refusals.staff.ts'
import { type Change, refused } from '#contract/shared/refusals.shop.ts'
import type { Permission, Role } from '#domain/staff/permissions.ts'
import type { Queries } from '#server/platform/db/database.ts'
import {
  insertApproval,
  requestedEntry,
  type ApprovalSubject,
} from '#server/modules/approvals/request-approval.ts'
import type { AuditLine } from '#server/modules/audit/audit-entry.ts'
import type { Colleague } from '#server/modules/staff/sessions/staff-sessions.ts'

/** The approval because of which an action runs. */
export type Decision = {
  at: Date
  approvalId: number
  askedBy: number
  decidedBy: number
  reason: string
  /** Background jobs run in this colleague's name. */
  decider: Colleague
}

export type ApprovalKind<Asked extends object> = {
  kind: ApprovalKindName
  /** The schema of the request's data (column `asked`). The data is parsed again at the decision. */
  asked: z.ZodType<Asked>
  /** The permission to approve or reject requests of others. */
  approverPermission: Permission
  /** Approval needs a recent sign-in. */
  recentSignIn?: true
  /** The approval erases a person, so its note, and the reason in its audit entry, are not stored. */
  erases?: true
  /**
   * Whether a refused approval ends the request, because a changed subject never changes back. The action must refuse
   * before it writes.
   */
  lapses?: true
  /** The differences between two versions, shown when a request has lapsed. */
  changes?: (before: string, after: string) => Change[]
  /**
   * Locks the subject and returns its version; null if it does not exist any more. A different version at the approval
   * means that the subject has changed since the request.
   */
  versionOf: (sql: Queries, subjectId: string, asked: Asked) => Promise<string | null>
  /** Runs in the transaction of the approval; its changes are part of the same audit entry. */
  action: (
    sql: Queries,
    subjectId: string,
    asked: Asked,
    by: Decision,
  ) => Promise<Pick<AuditLine, 'before' | 'after'> | StaffRefusal<'no-longer-possible'>>
}

/** An approval kind with any type of request data. */
export type AnyApprovalKind = {
  kind: string
  approverPermission: Permission
  recentSignIn: boolean
  erases: boolean
  lapses: boolean
  /** Locks the subject. Called before the request is locked: transactions that end the subject use the same order. */
  lock: (sql: Queries, row: { subject_id: string; asked: unknown }) => Promise<unknown>
  decide: (
    sql: Queries,
    row: { subject_id: string; asked: unknown; version: string },
    by: Decision,
  ) => Promise<
    | Pick<AuditLine, 'before' | 'after'>
    | StaffRefusal<'changed-since'>
    | StaffRefusal<'no-longer-possible'>
  >
}

type ApprovalRequest<Asked> = {
  subject: ApprovalSubject
  asked: Asked
  reason: string
}
type RequestContext = {
  sql: Queries
  now: Date
  colleague: { id: number; role: Role }
  audit: (line: AuditLine) => void
}

export type Approvals = {
  kinds: ReadonlyMap<string, AnyApprovalKind>
  /** Called once at startup. Returns the function that requests an approval within a call's transaction. */
  add<Asked extends object>(
    kind: ApprovalKind<Asked>,
  ): (
    context: RequestContext,
    request: ApprovalRequest<Asked>,
  ) => Promise<string | StaffRefusal<'is-asked'> | StaffRefusal<'no-longer-possible'>>
}

/** The registry of approval kinds. */
export function staffApprovals(): Approvals {
  const kinds = new Map<string, AnyApprovalKind>()
  return {
    kinds,
    add(kind) {
      kinds.set(kind.kind, {
        kind: kind.kind,
        approverPermission: kind.approverPermission,
        recentSignIn: kind.recentSignIn ?? false,
        erases: kind.erases ?? false,
        lapses: kind.lapses ?? false,
        lock: (sql, { subject_id, asked }) =>
          kind.versionOf(sql, subject_id, kind.asked.parse(asked)),
        async decide(sql, { subject_id, asked, version }, by) {
          const parsed = kind.asked.parse(asked)
          const current = await kind.versionOf(sql, subject_id, parsed)
          if (current === null) return refuseStaff('no-longer-possible')
          if (current !== version)
            return refuseStaff('changed-since', { changes: kind.changes?.(version, current) ?? [] })
          return kind.action(sql, subject_id, parsed, by)
        },
      })
      return async ({ sql, now, colleague, audit }, { subject, asked, reason }) => {
        const version = await kind.versionOf(sql, subject.id, asked)
        if (version === null) return refuseStaff('no-longer-possible')
        const request = { kind: kind.kind, subject, asked, version, reason }
        const id = await insertApproval(sql, request, { staffId: colleague.id, at: now })
        if (refused(id)) return id
        audit(requestedEntry(request, id))
        return id
      }
    },
  }
}

/**
 * Ends the open requests about a batch or its vouchers, which have just ended. The caller has already locked these, in
 * the same order as an approval.
 */
export async function lapseBatchApprovals(
  sql: Queries,
  batchId: number,
  { now, why }: { now: Date; why: string },
) {
  await sql`
    update approval set outcome = 'lapsed', decided_at = ${now}, note = ${why}
    where outcome is null and (
      subject_kind = 'batch' and subject_id = ${String(batchId)}
      or subject_kind = 'voucher' and subject_id in (
        select id::text from voucher where batch_id = ${batchId}))`
}
