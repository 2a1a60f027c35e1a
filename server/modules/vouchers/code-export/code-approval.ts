import { type StaffRefusal, refuseStaff } from '#contract/shared/refusals.staff.ts'
import { limitSince, MOST_CODE_POINTS_ALONE } from '#domain/approvals/staff-limits.ts'
import { lockStaffLimits } from '#server/modules/staff/staff-points-limit.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'

/** How codes are handed over: as a file, by mail to all recipients without a code, or as a single code. */
export type DistributionMethod = 'file' | 'mail' | 'person'

/** An approval to export the codes of a batch as a file is valid for this many days. */
const APPROVAL_DAYS = 7

type Distribution = {
  batchId: number
  staffId: number
  way: DistributionMethod
  points: number
  now: Date
  /** The export that contains them. */
  exportId?: string
  /** The approval that starts the distribution. */
  approval?: number
}

/**
 * Records a distribution of codes in the transaction that starts it. Refuses it without an approval if it exceeds the
 * staff member's limit in 24 hours, across all methods and batches. The caller has locked the batch.
 */
export async function recordDistribution(
  sql: Queries,
  { batchId, staffId, way, points, now, exportId, approval }: Distribution,
): Promise<StaffRefusal<'codes-need-approval'> | undefined> {
  await lockStaffLimits(sql, staffId)
  const permit = approval ?? (await findApproval(sql, { batchId, staffId, way, points, now }))
  if (permit === undefined && points > (await codePointsLeft(sql, staffId, now)))
    return refuseStaff('codes-need-approval')
  await sql`
    insert into code_distribution (staff_id, batch_id, way, points, export_id, approval_id, at)
    values (${staffId}, ${batchId}, ${way}, ${points}, ${exportId ?? null}, ${permit ?? null}, ${now})`
  return undefined
}

/** The points of codes that this staff member can still distribute without an approval. */
export async function codePointsLeft(sql: Queries, staffId: number, now: Date): Promise<number> {
  const [row] = await sql<{ given: number }[]>`
    select coalesce(sum(points), 0)::float8 as given
    from code_distribution left join code_export on code_export.id = export_id
    where code_distribution.staff_id = ${staffId} and at > ${limitSince(now)} and approval_id is null
      and code_export.state is distinct from 'broken'`
  return Math.max(0, MOST_CODE_POINTS_ALONE - (row?.given ?? 0))
}

/**
 * Finds an approval of these codes: of an export as a file, or of the large batch itself. It is valid for its requester
 * and its approver, up to the requested points, for one or several distributions.
 */
export async function findApproval(
  sql: Queries,
  { batchId, staffId, way, points, now }: Omit<Distribution, 'exportId' | 'approval'>,
): Promise<number | undefined> {
  if (way === 'person') return undefined
  const since = new Date(now.getTime() - APPROVAL_DAYS * 24 * 3_600_000)
  const [permit] = await sql<{ id: number }[]>`
    select id from approval
    where subject_kind = 'batch' and subject_id = ${String(batchId)} and outcome = 'approved'
      and (kind = 'batch.give' or kind = 'batch.code-file' and ${way === 'file'} and decided_at > ${since})
      and ${staffId} in (asked_by, decided_by)
      and (asked ->> 'points')::bigint - (
        select coalesce(sum(points), 0)
        from code_distribution left join code_export on code_export.id = export_id
        where approval_id = approval.id and code_export.state is distinct from 'broken') >= ${points}
    order by id limit 1`
  return permit?.id
}

/** Subtracts the points of cancelled mails from the last distribution by mail, because their codes are void. */
export async function subtractCancelledCodes(
  sql: Queries,
  batchId: number,
  points: number,
): Promise<void> {
  await sql`
    update code_distribution set points = greatest(0, points - ${points})
    where id = (
      select id from code_distribution where batch_id = ${batchId} and way = 'mail' order by id desc limit 1)`
}
