import type { Role } from '#domain/staff/permissions.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { canSignIn } from '#server/modules/staff/sessions/staff.sql.ts'

const HOUR_MS = 3_600_000
/** A new or reset owner approves nothing for this long, and a sole owner's own request waits this long. */
export const OWNER_WAIT_MS = 24 * HOUR_MS
/** For this long after another owner has left, the remaining owner approves nothing alone: the former one may object. */
const FORMER_OWNER_MS = 7 * 24 * HOUR_MS
/** For this long, requests of a new colleague count as requests of the person who invited them. */
const NEW_COLLEAGUE_MS = 7 * 24 * HOUR_MS

/** What the approval rules need to know about the approver and the other owners. */
export type Owners = {
  /** Since when the approver has been an owner; null if no time is stored. */
  since: Date | null
  /** Other owners who can sign in. */
  others: readonly number[]
  /** When the last other owner stopped being one. */
  formerUntil: Date | null
  /** Colleagues whom the approver invited or gave a role, with the time of the last such action. */
  addedColleagues: Readonly<Record<string, string>>
}

export async function findOwners(sql: Queries, staffId: number): Promise<Owners> {
  const [row] = await sql<Owners[]>`
    select
      (select owner_since from staff where id = ${staffId}) as since,
      array(
        select id from staff
        where role = 'owner' and left_at is null and id <> ${staffId} and ${canSignIn(sql)}) as others,
      (select max(owner_until) from staff where id <> ${staffId}) as "formerUntil",
      (select coalesce(jsonb_object_agg(subject_id, at), '{}') from (
        select subject_id, max(audit.at) as at from audit
        where subject_kind = 'staff' and staff_id = ${staffId} and subject_id <> ${String(staffId)}
          and (action = 'staff.invited'
            or action = 'staff.changed' and before ->> 'role' is distinct from after ->> 'role')
        group by subject_id) as line) as "addedColleagues"`
  return row ?? { since: null, others: [], formerUntil: null, addedColleagues: {} }
}

export type ApprovalRequest = {
  asked_by: number
  asked_at: Date
  subject_kind: string
  subject_id: string
}

/** When a colleague may approve, or why they never may. `alone`: no one else could approve. */
export type ApprovalPermission =
  | { from: Date; alone: boolean }
  | { from: null; why: 'second-person' | 'new-owner' | 'made-colleague' }

/**
 * Nobody approves their own request, or one of a colleague whom they recently invited or gave their role. A new or
 * reset owner approves no earlier request, and nothing for a day. If nobody else could approve, the only owner does
 * so alone, a day after the request.
 */
export function mayApprove(
  request: ApprovalRequest,
  { id, role }: { id: number; role: Role },
  owners: Owners,
): ApprovalPermission {
  const { asked_at: askedAt } = request
  const invitedAt = owners.addedColleagues[request.asked_by]
  const isOwn = request.asked_by === id
  const alone =
    isOwn ||
    (invitedAt !== undefined && Date.parse(invitedAt) > askedAt.getTime() - NEW_COLLEAGUE_MS)
  // The owner whom the request is about does not count, because they may have lost access.
  const others = owners.others.filter(
    (other) => request.subject_kind !== 'staff' || request.subject_id !== String(other),
  )
  if (alone && (role !== 'owner' || others.length > 0))
    return { from: null, why: isOwn ? 'second-person' : 'made-colleague' }
  if (owners.since && askedAt < owners.since) return { from: null, why: 'new-owner' }
  const waitingTimes = [
    askedAt.getTime() + (alone ? OWNER_WAIT_MS : 0),
    owners.since ? owners.since.getTime() + OWNER_WAIT_MS : 0,
    alone && owners.formerUntil ? owners.formerUntil.getTime() + FORMER_OWNER_MS : 0,
  ]
  return { from: new Date(Math.max(...waitingTimes)), alone }
}
