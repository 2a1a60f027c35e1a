import type { z } from 'zod'

import type { ApprovalKindName } from '#contract/approvals.staff.ts'
import { type StaffRefusal, refuseStaff } from '#contract/shared/refusals.staff.ts'
import { type Change, refused } from '#contract/shared/refusals.shop.ts'
import type { Permission, Role } from '#domain/staff/permissions.ts'
import type { Queries } from '#server/platform/db/database.ts'
import {
  askApproval,
  askedLine,
  type ApprovalSubject,
} from '#server/modules/approvals/request-approval.ts'
import type { AuditLine } from '#server/modules/audit/audit-entry.ts'
import type { Colleague } from '#server/modules/staff/sessions/staff-sessions.ts'

/** A colleague, as far as a action has to know. */
export type Deciding = {
  at: Date
  approvalId: number
  askedBy: number
  decidedBy: number
  reason: string
  /** In whose name what takes long goes on. */
  decider: Colleague
}

export type ApprovalKind<Asked extends object> = {
  kind: ApprovalKindName
  /** What was asked is read again by it when it is decided. */
  asked: z.ZodType<Asked>
  /** The permission to approve or reject requests of others. */
  decides: Permission
  /** Its yes needs a recent sign-in. */
  recentSignIn?: true
  /** Approval erases a person, so the request's reason and note are not stored. */
  erases?: true
  /**
   * Changes are final: a request whose approval is refused for this reason has lapsed. The action refuses before it
   * writes.
   */
  lapses?: true
  /** The differences between two versions, shown when a request has lapsed. */
  changes?: (asked: string, now: string) => Change[]
  /**
   * Returns the subject's version and locks it; null if it is gone. A different version at the approval means that it
   * has changed since the request.
   */
  versionOf: (sql: Queries, subjectId: string, asked: Asked) => Promise<string | null>
  /** Runs in the transaction of the approval; its changes are part of the same audit entry. */
  action: (
    sql: Queries,
    subjectId: string,
    asked: Asked,
    by: Deciding,
  ) => Promise<Pick<AuditLine, 'before' | 'after'> | StaffRefusal<'no-longer-possible'>>
}

/** A kind without its own type of request data. */
export type AnyApprovalKind = {
  kind: string
  decides: Permission
  recentSignIn: boolean
  erases: boolean
  lapses: boolean
  /**
   * Locks the subject before the request: a transaction that ends the subject closes its requests in the same order.
   */
  lock: (sql: Queries, row: { subject_id: string; asked: unknown }) => Promise<unknown>
  decide: (
    sql: Queries,
    row: { subject_id: string; asked: unknown; version: string },
    by: Deciding,
  ) => Promise<
    | Pick<AuditLine, 'before' | 'after'>
    | StaffRefusal<'changed-since'>
    | StaffRefusal<'no-longer-possible'>
  >
}

type Question<Asked> = {
  subject: ApprovalSubject
  asked: Asked
  reason: string
}
type AskedBy = {
  sql: Queries
  now: Date
  colleague: { id: number; role: Role }
  audit: (line: AuditLine) => void
}

export type Approvals = {
  kinds: ReadonlyMap<string, AnyApprovalKind>
  /** Called once at startup; returns the function that requests an approval within a call's transaction. */
  add<Asked extends object>(
    kind: ApprovalKind<Asked>,
  ): (
    asker: AskedBy,
    question: Question<Asked>,
  ) => Promise<string | StaffRefusal<'is-asked'> | StaffRefusal<'no-longer-possible'>>
}

/** Requests that need a second colleague, the same for all kinds. */
export function staffApprovals(): Approvals {
  const kinds = new Map<string, AnyApprovalKind>()
  return {
    kinds,
    add(kind) {
      kinds.set(kind.kind, {
        kind: kind.kind,
        decides: kind.decides,
        recentSignIn: kind.recentSignIn ?? false,
        erases: kind.erases ?? false,
        lapses: kind.lapses ?? false,
        lock: (sql, { subject_id, asked }) =>
          kind.versionOf(sql, subject_id, kind.asked.parse(asked)),
        async decide(sql, { subject_id, asked, version }, by) {
          const read = kind.asked.parse(asked)
          const now = await kind.versionOf(sql, subject_id, read)
          if (now === null) return refuseStaff('no-longer-possible')
          if (now !== version)
            return refuseStaff('changed-since', { changes: kind.changes?.(version, now) ?? [] })
          return kind.action(sql, subject_id, read, by)
        },
      })
      return async ({ sql, now, colleague, audit }, { subject, asked, reason }) => {
        const version = await kind.versionOf(sql, subject.id, asked)
        if (version === null) return refuseStaff('no-longer-possible')
        const request = { kind: kind.kind, subject, asked, version, reason }
        const id = await askApproval(sql, request, { staffId: colleague.id, at: now })
        if (refused(id)) return id
        audit(askedLine(request, id))
        return id
      }
    },
  }
}

/**
 * Lapses the requests about a batch or its vouchers, which are worthless from now on. The caller holds their locks,
 * taken before the request's, as in an approval.
 */
export async function letLapse(
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
