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
 * Whether one more voucher exceeds the limit. A batch can grow as far as the back office allows without an approval,
 * and all users of one employer together can add this many points within 24 hours. The caller has locked the batch.
 * Additions of one employer run one after the other until the transaction ends, so that parallel ones cannot exceed
 * the limit together.
 */
export async function exceedsEmployerLimit(
  sql: Queries,
  batch: BatchRow,
  { employerId, now }: { employerId: number; now: Date },
) {
  if (pointsOf(batch) + batch.points > MOST_BATCH_POINTS_ALONE)
    return refuseEmployer('over-limit', {
      message: `All recipients of this batch together can get at most ${MOST_BATCH_POINTS_ALONE} points. Ask the shop to add this person.`,
    })
  await sql`select pg_advisory_xact_lock(hashtextextended(${`limits of employer ${employerId}`}, 0))`
  // The audit records who added them, also if the batch moves to another campaign afterwards.
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
