import { z } from 'zod'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  limitSince,
  MOST_GRANTED_POINTS,
  ONE_VOUCHER_DAYS,
  pointsLeftForVoucher,
  ROLE_LIMITS,
} from '#domain/approvals/staff-limits.ts'
import type { Role } from '#domain/staff/permissions.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/change-events.ts'
import type { Approvals } from '#server/modules/approvals/approval-kinds.ts'

export type BalanceRow = {
  voucher_id: number
  channel_id: string
  last3: string
  granted: number
  available: number
  /** Whether the recipient can spend granted points. */
  is_open: boolean
}

/** Locks the balance and returns it. Every change of points takes this lock first. */
export async function lockBalance(
  sql: Queries,
  voucherId: number,
  now: Date,
): Promise<BalanceRow | undefined> {
  await sql`select from voucher_balance where voucher_id = ${voucherId} for update`
  const [row] = await sql<BalanceRow[]>`
    select voucher.id as voucher_id, channel_id, last3, granted, available,
      anonymised_at is null and valid_until > ${now} as is_open
    from voucher join voucher_balance on voucher_balance.voucher_id = voucher.id where voucher.id = ${voucherId}`
  return row
}

/**
 * The points that this staff member can still grant to this voucher without an approval: the limit per voucher counts
 * the last 30 days, the one for all vouchers the last 24 hours. Before a grant, the caller locks the staff member's
 * limits.
 */
export async function findGrantablePoints(
  sql: Queries,
  { id, role }: { id: number; role: Role },
  voucherId: number,
  now: Date,
): Promise<number> {
  const since = new Date(now.getTime() - ONE_VOUCHER_DAYS * 24 * 3_600_000)
  const [granted] = await sql<{ to_voucher: number; to_all: number }[]>`
    select coalesce(sum(points) filter (where voucher_id = ${voucherId}), 0)::integer as to_voucher,
      coalesce(sum(points) filter (where at > ${limitSince(now)}), 0)::integer as to_all
    from manual_points_grant
    where staff_id = ${id} and at > ${since} and approval_id is null and reversal_id is null`
  const leftForAll = ROLE_LIMITS[role].grantedToAllVouchers - (granted?.to_all ?? 0)
  return Math.max(0, Math.min(pointsLeftForVoucher(role, granted?.to_voucher ?? 0), leftForAll))
}

type Grant = {
  voucherId: number
  points: number
  key: string
  reason: string
  staffId: number
  approvalId: number | null
  at: Date
}

/** Grants points. The caller has locked the balance. */
export async function bookPoints(sql: Queries, grant: Grant): Promise<void> {
  const { voucherId, points, key, reason, staffId, approvalId, at } = grant
  const [entry] = await sql<{ id: number }[]>`
    insert into ledger (voucher_id, kind, points, staff_id, at)
    values (${voucherId}, 'grant', ${points}, ${staffId}, ${at}) returning id`
  if (!entry) throw new Error('insert of the points returned no row')
  await sql`
    insert into manual_points_grant (key, voucher_id, points, ledger_id, staff_id, approval_id, reason, at)
    values (${key}, ${voucherId}, ${points}, ${entry.id}, ${staffId}, ${approvalId}, ${reason}, ${at})`
  await notify(sql, 'voucher', String(voucherId))
}

const GrantRequest = z.object({
  points: z.int().min(1).max(MOST_GRANTED_POINTS),
  key: z.uuid(),
  granted: z.int(),
})

/** Approvals of grants above a role's own limit. */
export function pointsApproval(approvals: Approvals, clock: { now(): Date }) {
  return approvals.add<z.output<typeof GrantRequest>>({
    kind: 'points.grant',
    asked: GrantRequest,
    approverPermission: 'points.approve',
    // The request lapses when the voucher's granted points change.
    lapses: true,
    async versionOf(sql, subjectId) {
      const balance = await lockBalance(sql, Number(subjectId), clock.now())
      return balance?.is_open ? String(balance.granted) : null
    },
    async action(sql, subjectId, { points, key, granted }, { at, approvalId, askedBy, reason }) {
      const voucherId = Number(subjectId)
      const [existing] = await sql`select from manual_points_grant where key = ${key}`
      if (existing) return refuseStaff('no-longer-possible')
      await bookPoints(sql, { voucherId, points, key, reason, staffId: askedBy, approvalId, at })
      return { before: { granted }, after: { granted: granted + points, points } }
    },
  })
}
