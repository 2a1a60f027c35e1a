import { refuseEmployer } from '#contract/shared/refusals.employer.ts'
import {
  LIMIT_HOURS,
  limitSince,
  MOST_BATCH_POINTS_ALONE,
  MOST_EMPLOYER_POINTS,
} from '#domain/approvals/staff-limits.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { type BatchRow, pointsOf } from '#server/modules/vouchers/batches/batch.sql.ts'

/**
 * Refuses one more voucher of a batch above either limit; null within both. A batch can grow as far as staff may without
 * an approval, and all users of one employer together can add a number of points within 24 hours. The caller has locked
 * the batch. The advisory lock prevents parallel additions of one employer from exceeding the limit together.
 */
export async function refuseOverEmployerLimit(
  sql: Queries,
  batch: BatchRow,
  { employerId, now }: { employerId: number; now: Date },
) {
  if (pointsOf(batch) + batch.points > MOST_BATCH_POINTS_ALONE)
    return refuseEmployer('over-limit', {
      message: `All recipients of this batch together can get at most ${MOST_BATCH_POINTS_ALONE} points. Ask the shop to add this person.`,
    })
  await sql`select pg_advisory_xact_lock(hashtextextended(${`limits of employer ${employerId}`}, 0))`
  // From the audit log, because the batch may have moved to another campaign since.
  const [row] = await sql<{ added: number }[]>`
    select coalesce(sum((after ->> 'points')::integer), 0)::float8 as added from audit
    where action = 'employer.colleague-added' and subject_kind = 'employer' and subject_id = ${String(employerId)}
      and at > ${limitSince(now)}`
  return (row?.added ?? 0) + batch.points > MOST_EMPLOYER_POINTS
    ? refuseEmployer('over-limit', {
        message: `An employer can add at most ${MOST_EMPLOYER_POINTS} points within ${LIMIT_HOURS} hours. Ask the shop to add this person.`,
      })
    : null
}
