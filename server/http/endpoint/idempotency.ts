import { createHash } from 'node:crypto'

import { type Refusal, refuse, refused } from '#contract/shared/refusals.shop.ts'
import type { Holder } from '#server/modules/sessions/holders.ts'
import { atomically, type Queries, type Sql } from '#server/platform/db/database.ts'

/**
 * A write with an Idempotency-Key: what it does and the note that it was done are one transaction, so a
 * repeat finds either both or neither. A repeat at the same moment waits for the first at the key's row.
 */
export async function answerOnce<T>(
  sql: Sql,
  call: { holder: Holder; key: string; call: string; input: unknown; at: Date },
  run: (sql: Queries) => T | Promise<T>,
): Promise<T | Refusal<'invalid-input'>> {
  const { holder, key } = call
  if (key === '' || key.length > 255) return refuse('invalid-input', { field: 'Idempotency-Key' })
  const inputHash = createHash('sha256').update(JSON.stringify(call.input)).digest()

  return atomically(sql, async (sql) => {
    const [mine] = await sql`
      insert into idempotency_key (voucher_id, key, call, input_hash, answer, status, at)
      values (${holder.voucherId}, ${key}, ${call.call}, ${inputHash}, 'null', 0, ${call.at})
      on conflict do nothing returning 1`
    if (!mine) {
      const [before] = await sql<{ call: string; input_hash: Buffer; answer: T }[]>`
        select call, input_hash, answer from idempotency_key
        where voucher_id = ${holder.voucherId} and key = ${key}`
      if (before?.call !== call.call || !before.input_hash.equals(inputHash)) {
        return refuse('invalid-input', {
          field: 'Idempotency-Key',
          message: 'This Idempotency-Key was used for another request.',
        })
      }
      return before.answer
    }
    const result = await run(sql)
    // A refusal changed nothing and may come out otherwise next time.
    if (refused(result)) {
      await sql`delete from idempotency_key where voucher_id = ${holder.voucherId} and key = ${key}`
      return result
    }
    await sql`
      update idempotency_key set answer = ${sql.json(result as never)}, status = 200
      where voucher_id = ${holder.voucherId} and key = ${key}`
    return result
  })
}
