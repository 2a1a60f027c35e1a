import { createHash } from 'node:crypto'

import { type Refusal, refuse, refused } from '#contract/shared/refusals.shop.ts'
import type { Holder } from '#server/modules/sessions/holders.ts'
import { atomically, type Queries, type Sql } from '#server/platform/db/database.ts'

/** Stores the keys of an audience and their responses, in the caller's transaction. */
export type KeyStore = {
  /** False if the key was used before. A concurrent repeat waits for the first call at the key's row. */
  claim: () => Promise<boolean>
  /** The earlier response, if the key was used for the same request. */
  findResponse: () => Promise<unknown>
  save: (answer: unknown) => Promise<unknown>
  /** Releases the key after a refusal, which changed nothing and may be different next time. */
  release: () => Promise<unknown>
}

/**
 * A write and the record of its key are one transaction, so a repeat finds both or neither, and gets the same
 * response. `reused`: the key was used for another request.
 */
export async function runOnce<T, Reused>(
  store: KeyStore,
  run: () => T | Promise<T>,
  reused: Reused,
): Promise<T | Reused> {
  if (!(await store.claim())) return ((await store.findResponse()) as T | undefined) ?? reused
  const answer = await run()
  await (refused(answer) ? store.release() : store.save(answer))
  return answer
}

export const isUsableKey = (key: string) => key !== '' && key.length <= 255

export const hashOfInput = (input: unknown) =>
  createHash('sha256').update(JSON.stringify(input)).digest()

export const UNUSABLE_KEY = refuse('invalid-input', { field: 'Idempotency-Key' })
export const REUSED_KEY = refuse('invalid-input', {
  field: 'Idempotency-Key',
  message: 'This Idempotency-Key was used for another request.',
})

type Keyed = { holder: Holder; key: string; call: string; input: unknown; at: Date }

/** A recipient's write with an Idempotency-Key. */
export async function runOnceForHolder<T>(
  sql: Sql,
  keyed: Keyed,
  run: (sql: Queries) => T | Promise<T>,
): Promise<T | Refusal<'invalid-input'>> {
  if (!isUsableKey(keyed.key)) return UNUSABLE_KEY
  return atomically(sql, (sql) => runOnce(holderKeys(sql, keyed), () => run(sql), REUSED_KEY))
}

function holderKeys(sql: Queries, { holder, key, call, input, at }: Keyed): KeyStore {
  const inputHash = hashOfInput(input)
  const { voucherId } = holder
  return {
    async claim() {
      const claimed = await sql`
        insert into idempotency_key (voucher_id, key, call, input_hash, answer, status, at)
        values (${voucherId}, ${key}, ${call}, ${inputHash}, 'null', 0, ${at})
        on conflict do nothing returning 1`
      return claimed.length > 0
    },
    async findResponse() {
      const [row] = await sql<{ answer: unknown }[]>`
        select answer from idempotency_key
        where voucher_id = ${voucherId} and key = ${key} and call = ${call} and input_hash = ${inputHash}`
      return row?.answer
    },
    save: (answer) => sql`
      update idempotency_key set answer = ${sql.json(answer)}, status = 200
      where voucher_id = ${voucherId} and key = ${key}`,
    release: () => sql`
      delete from idempotency_key where voucher_id = ${voucherId} and key = ${key}`,
  }
}
