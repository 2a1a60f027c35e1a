import { randomInt } from 'node:crypto'

import { CODE_ALPHABET, codeFromRandom } from '#domain/vouchers/voucher-code.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { VoucherKeys } from '#server/platform/crypto/voucher-keys.ts'

/** A code, and the data stored about it. The code itself goes only to its recipient. */
export type NewCode = { code: string; lookup: Buffer; pepperId: string; last3: string }

/** There are 31^8 codes: if so many extra rounds are needed, the random numbers are broken. */
const MAX_EXTRA_ROUNDS = 20
/** Codes per database query. */
const QUERY_SIZE = 1000

/** Generates codes that no voucher has or is about to get. On insert, the unique key of the lookup ensures it. */
export async function generateCodes(
  sql: Queries,
  keys: VoucherKeys,
  count: number,
  draw = drawLetter,
): Promise<NewCode[]> {
  const codes: NewCode[] = []
  for (let rounds = 0; codes.length < count; rounds++) {
    if (rounds > count / QUERY_SIZE + MAX_EXTRA_ROUNDS)
      throw new Error('no unused voucher code found')
    const knownCodes = new Set(codes.map(({ code }) => code))
    for (const newCode of await drawUnusedCodes(
      sql,
      keys,
      Math.min(QUERY_SIZE, count - codes.length),
      draw,
    ))
      if (!knownCodes.has(newCode.code)) codes.push(newCode)
  }
  return codes
}

async function drawUnusedCodes(
  sql: Queries,
  keys: VoucherKeys,
  count: number,
  draw: () => number,
): Promise<NewCode[]> {
  const drawn = new Map<string, NewCode>()
  // A code may also belong to a voucher stored with an older pepper, under another lookup.
  const byLookup = new Map<string, string>()
  for (let created = 0; created < count; created++) {
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
