import { createHash } from 'node:crypto'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { type Refusal, refused } from '#contract/shared/refusals.shop.ts'
import type { Queries } from '#server/platform/db/database.ts'

type Keyed = { key: string; staffId: number; call: string; input: unknown; at: Date }

/**
 * Runs an action with the client's key in the caller's transaction: its effects and its response are saved together,
 * and a repeat gets the same response, whatever has changed since. A parallel repeat waits for the first at the row
 * of the key. A refusal rolls back with the transaction.
 */
export async function staffIdempotency<T>(
  sql: Queries,
  { key, staffId, call, input, at }: Keyed,
  run: () => Promise<T>,
): Promise<T | Refusal<'done-already'>> {
  const inputHash = createHash('sha256').update(JSON.stringify(input)).digest()
  const mine = await sql`
    insert into staff_idempotency_key (key, staff_id, call, input_hash, answer, at)
    values (${key}, ${staffId}, ${call}, ${inputHash}, 'null', ${at}) on conflict do nothing`
  if (mine.count === 0) {
    const [before] = await sql<{ answer: T }[]>`
      select answer from staff_idempotency_key
      where key = ${key} and staff_id = ${staffId} and call = ${call} and input_hash = ${inputHash}`
    return before?.answer ?? refuseStaff('done-already', { field: 'key' })
  }
  const answer = await run()
  if (!refused(answer))
    await sql`update staff_idempotency_key set answer = ${sql.json(answer as never)} where key = ${key}`
  return answer
}
