import { type StaffRefusal, refuseStaff } from '#contract/shared/refusals.staff.ts'
import { limitSince, MOST_CODE_POINTS_ALONE } from '#domain/approvals/staff-limits.ts'
import { lockLimitsOf } from '#server/modules/staff/staff-points-limit.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'

/** As a file, by mail to all recipients without a code, or as a single code. */
export type CodeWay = 'file' | 'mail' | 'person'

/** An approval to issue the codes of a batch is valid for this many days. */
const PERMIT_DAYS = 7

type Release = {
  batchId: number
  staffId: number
  way: CodeWay
  points: number
  now: Date
  /** The export that contains them. */
  handOver?: string
  /** The approval that is given at this moment. */
  approval?: number
}

/**
 * Records that codes are being issued, in the transaction that starts it, or refuses it: above one staff member's
 * limit in 24 hours, across all methods and batches, an approval is needed first. The caller holds the batch.
 */
export async function releaseCodes(
  sql: Queries,
  { batchId, staffId, way, points, now, handOver, approval }: Release,
): Promise<StaffRefusal<'codes-need-approval'> | undefined> {
  await lockLimitsOf(sql, staffId)
  const permit = approval ?? (await permitFor(sql, { batchId, staffId, way, points, now }))
  if (permit === undefined && points > (await codePointsLeft(sql, staffId, now)))
    return refuseStaff('codes-need-approval')
  await sql`
    insert into code_distribution (staff_id, batch_id, way, points, export_id, approval_id, at)
    values (${staffId}, ${batchId}, ${way}, ${points}, ${handOver ?? null}, ${permit ?? null}, ${now})`
  return undefined
}

/** Points of codes that this staff member can still issue without an approval. */
export async function codePointsLeft(sql: Queries, staffId: number, now: Date): Promise<number> {
  const [row] = await sql<{ given: number }[]>`
    select coalesce(sum(points), 0)::float8 as given
    from code_distribution released left join code_export hand on hand.id = export_id
    where released.staff_id = ${staffId} and at > ${limitSince(now)} and approval_id is null
      and hand.state is distinct from 'broken'`
  return Math.max(0, MOST_CODE_POINTS_ALONE - (row?.given ?? 0))
}

/**
 * Finds an approval that covers these codes with this method, or the complete batch since its creation. It is valid
 * for its requester and its approver, up to the requested points, in one or several files.
 */
export async function permitFor(
  sql: Queries,
  { batchId, staffId, way, points, now }: Omit<Release, 'handOver' | 'approval'>,
): Promise<number | undefined> {
  if (way === 'person') return undefined
  const since = new Date(now.getTime() - PERMIT_DAYS * 24 * 3_600_000)
  const [permit] = await sql<{ id: number }[]>`
    select id from approval
    where subject_kind = 'batch' and subject_id = ${String(batchId)} and outcome = 'approved'
      and (kind = 'batch.give' or kind = 'batch.code-file' and ${way === 'file'} and decided_at > ${since})
      and ${staffId} in (asked_by, decided_by)
      and (asked ->> 'points')::bigint - (
        select coalesce(sum(points), 0)
        from code_distribution left join code_export hand on hand.id = export_id
        where approval_id = approval.id and hand.state is distinct from 'broken') >= ${points}
    order by id limit 1`
  return permit?.id
}

/** Mails that were cancelled before they were sent: their codes are void and do not count. */
export async function codesStay(sql: Queries, batchId: number, points: number): Promise<void> {
  await sql`
    update code_distribution set points = greatest(0, points - ${points})
    where id = (
      select id from code_distribution where batch_id = ${batchId} and way = 'mail' order by id desc limit 1)`
}
