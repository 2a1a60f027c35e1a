import { createHash } from 'node:crypto'

import { runOnce, hashOfInput, type KeyStore } from '#server/http/endpoint/idempotency.ts'
import type { Queries } from '#server/platform/db/database.ts'

export type StaffKey = { key: string; staffId: number; call: string; input: unknown; at: Date }

/** A staff write with a client's idempotency key, in the caller's transaction. */
export const runOnceForStaff = <T, Reused>(
  sql: Queries,
  keyed: StaffKey,
  run: () => Promise<T>,
  reused: Reused,
): Promise<T | Reused> => runOnce(staffKeys(sql, keyed), run, reused)

function staffKeys(sql: Queries, { key, staffId, call, input, at }: StaffKey): KeyStore {
  const inputHash = hashOfInput(input)
  return {
    async claim() {
      const claimed = await sql`
        insert into staff_idempotency_key (key, staff_id, call, input_hash, answer, at)
        values (${key}, ${staffId}, ${call}, ${inputHash}, 'null', ${at}) on conflict do nothing`
      return claimed.count > 0
    },
    async findResponse() {
      const [row] = await sql<{ answer: unknown }[]>`
        select answer from staff_idempotency_key
        where key = ${key} and staff_id = ${staffId} and call = ${call} and input_hash = ${inputHash}`
      return row?.answer
    },
    save: (answer) => sql`
      update staff_idempotency_key set answer = ${sql.json(answer)} where key = ${key}`,
    // A refusal rolls the transaction back.
    release: async () => {},
  }
}

/** The key of a request, separate from those of other colleagues. */
export function keyOfRequest(staffId: number, sent: string): string {
  const hash = createHash('sha256').update(`${staffId} ${sent}`).digest('hex')
  return hash.slice(0, 32).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
