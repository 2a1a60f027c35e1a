import { randomInt } from 'node:crypto'

import { CODE_ALPHABET, codeFromRandom } from '#domain/vouchers/voucher-code.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { VoucherKeys } from '#server/platform/crypto/voucher-keys.ts'

/** A code, and the data stored about it. The code itself goes only to its recipient. */
export type FreshCode = { code: string; lookup: Buffer; pepperId: string; last3: string }

/** There are 31^8 codes: if this many rounds find only existing ones, the random numbers are broken. */
const MOST_ROUNDS = 20
/** Codes per database query. */
const AT_ONCE = 1000

/** New codes that no voucher has or is about to get; the unique key of the lookup guarantees it on insert. */
export async function freshCodes(
  sql: Queries,
  keys: VoucherKeys,
  count: number,
  draw = drawLetter,
): Promise<FreshCode[]> {
  const codes: FreshCode[] = []
  for (let rounds = 0; codes.length < count; rounds++) {
    if (rounds > count / AT_ONCE + MOST_ROUNDS) throw new Error('no unused voucher code found')
    const taken = new Set(codes.map(({ code }) => code))
    for (const fresh of await drawUnknown(sql, keys, Math.min(AT_ONCE, count - codes.length), draw))
      if (!taken.has(fresh.code)) codes.push(fresh)
  }
  return codes
}

async function drawUnknown(
  sql: Queries,
  keys: VoucherKeys,
  most: number,
  draw: () => number,
): Promise<FreshCode[]> {
  const drawn = new Map<string, FreshCode>()
  // A code may also belong to a voucher stored with an older pepper, under another lookup.
  const byLookup = new Map<string, string>()
  for (let created = 0; created < most; created++) {
    const code = codeFromRandom(draw, { check: false })
    const lookups = keys.lookups(keys.wireHash(code))
    const [newest] = lookups
    if (!newest) throw new Error('GIFTPOINT_PEPPER missing: cannot store a voucher')
    drawn.set(code, { code, ...newest, last3: code.slice(-3) })
    for (const { lookup } of lookups) byLookup.set(lookup.toString('hex'), code)
  }
  const lookups = [...byLookup.keys()].map((hex) => Buffer.from(hex, 'hex'))
  const known = await sql<{ lookup: Buffer }[]>`
    select lookup from voucher where lookup in ${sql(lookups)}
    union all select lookup from pending_voucher_code where lookup in ${sql(lookups)}`
  for (const { lookup } of known) drawn.delete(byLookup.get(lookup.toString('hex')) ?? '')
  return [...drawn.values()]
}

const drawLetter = () => randomInt(CODE_ALPHABET.length)
