import { stringify } from 'csv-stringify/sync'

import { endOfDay, isDay, startOfDay } from '#domain/time/zone-days.ts'
import { generateCodes } from '#server/modules/vouchers/generate-codes.ts'
import type { VoucherKeys } from '#server/platform/crypto/voucher-keys.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

export type VoucherOrder = {
  sql: Sql
  voucherKeys: VoucherKeys
  channel: string
  points: number
  count: number
  /** First and last valid day in the channel's time zone. */
  validFrom: string | null
  validUntil: string | null
  note: string
  by: string
  out: NodeJS.WritableStream
  /** For tests that need repeatable random numbers. */
  draw?: () => number
}

const CHUNK_SIZE = 1000
const MAX_VOUCHERS = 100_000
const MAX_POINTS = 100_000

/**
 * Creates vouchers and writes their codes to `out`, only once: the shop does not store them. The codes are written
 * before the commit. If writing fails, nothing is created. If the commit fails afterwards, the written codes do not
 * work and the command reports it. In the other order, a full disk could leave vouchers with points whose codes nobody
 * has.
 */
export async function createVouchers(
  order: VoucherOrder,
): Promise<{ batchId: number; count: number }> {
  checkOrder(order)
  const { sql, points, count, out } = order
  return sql.begin(async (sql) => {
    // Writing the codes may take a while, and the transaction must wait for it.
    await sql`set local idle_in_transaction_session_timeout = 0`
    const zone = await findTimeZone(sql, order)
    const validity = validityOf(order, zone)
    const batchId = await insertBatch(sql, order, validity)
    const codes: string[] = []
    while (codes.length < count) {
      codes.push(
        ...(await insertVouchers(sql, order, {
          ...validity,
          batchId,
          maxCount: count - codes.length,
        })),
      )
    }
    const until = order.validUntil ?? ''
    const rows = codes.map((code) => [code, points, until])
    await write(out, stringify([['code', 'points', 'valid_until'], ...rows]))
    return { batchId, count }
  })
}

function checkOrder({ channel, points, count, validFrom, validUntil }: VoucherOrder) {
  if (channel === SHARED_CHANNEL)
    throw new StartupProblem(
      `Channel ${SHARED_CHANNEL} contains what all channels share and sells nothing. Choose another channel.`,
    )
  for (const day of [validFrom, validUntil])
    if (day !== null && !isDay(day))
      throw new StartupProblem(`${day} is not a date. Write it like 2027-12-31.`)
  if (!Number.isInteger(count) || count < 1 || count > MAX_VOUCHERS) {
    throw new StartupProblem(`Between 1 and ${MAX_VOUCHERS} vouchers can be created at once.`)
  }
  if (!Number.isInteger(points) || points < 0 || points > MAX_POINTS) {
    throw new StartupProblem('A voucher must have between 0 and 100000 points.')
  }
}

/** From the first moment of the first day to the last moment of the last day. */
function validityOf({ validFrom, validUntil }: VoucherOrder, zone: string) {
  const from = validFrom === null ? null : new Date(startOfDay(validFrom, zone))
  const until = validUntil === null ? null : new Date(endOfDay(validUntil, zone))
  if (until && until <= (from ?? new Date()))
    throw new StartupProblem(
      'These vouchers would expire before anyone could use them. Choose a later end date.',
    )
  return { from, until }
}

async function findTimeZone(sql: Transaction, { channel }: VoucherOrder) {
  const [row] = await sql<{ zone: string }[]>`
    select time_zone as zone from channel where id = ${channel}`
  if (!row) throw new StartupProblem(`There is no channel ${channel}.`)
  return row.zone
}

async function insertBatch(
  sql: Transaction,
  { channel, points, note, by }: VoucherOrder,
  { from, until }: Validity,
) {
  const [row] = await sql<{ batchId: number }[]>`
    insert into voucher_batch (channel_id, points, check_character, note, created_by, valid_from, valid_until)
    values (${channel}, ${points}, false, ${note}, ${by}, coalesce(${from}::timestamptz, '-infinity'),
      coalesce(${until}::timestamptz, 'infinity'))
    returning id as "batchId"`
  if (!row) throw new Error('insert of the batch returned no row')
  return row.batchId
}

type Validity = { from: Date | null; until: Date | null }
type Batch = Validity & { batchId: number; maxCount: number }

/** Inserts a chunk of vouchers. Returns the codes that were new. */
async function insertVouchers(
  sql: Transaction,
  order: VoucherOrder,
  { batchId, from, until, maxCount }: Batch,
) {
  const { voucherKeys, channel, points, draw } = order
  const newCodes = await generateCodes(sql, voucherKeys, Math.min(maxCount, CHUNK_SIZE), draw)
  // Only lookups: the database never sees a code, not even in its log.
  const codes = new Map(newCodes.map(({ lookup, code }) => [lookup.toString('hex'), code]))
  const rows = newCodes.map(({ lookup, pepperId, last3 }) => ({
    lookup: lookup.toString('hex'),
    pepperId,
    last3,
  }))
  const created = await sql<{ id: number; lookup: string }[]>`
    insert into voucher (batch_id, channel_id, lookup, pepper_id, last3, valid_from, valid_until)
    select ${batchId}, ${channel}, decode(lookup, 'hex'), "pepperId", last3,
      coalesce(${from}::timestamptz, '-infinity'), coalesce(${until}::timestamptz, 'infinity')
    from jsonb_to_recordset(${sql.json(rows)}) as row (lookup text, "pepperId" text, last3 text)
    on conflict (lookup) do nothing returning id, encode(lookup, 'hex') as lookup`
  const ids = created.map(({ id }) => id)
  await sql`insert into voucher_balance (voucher_id) select unnest(${ids}::bigint[])`
  if (points > 0) {
    await sql`
      insert into ledger (voucher_id, kind, points) select unnest(${ids}::bigint[]), 'grant', ${points}`
  }
  return created.flatMap(({ lookup }) => codes.get(lookup) ?? [])
}

/** Resolves when everything is written. Rejects if the disk is full or the pipe is closed. */
function write(out: NodeJS.WritableStream, text: string) {
  return new Promise<void>((resolve, reject) => {
    out.once('error', reject)
    out.write(text, (error) => {
      // The stream emits the error twice, and a second one without a listener ends the process.
      if (error) return reject(error)
      out.removeListener('error', reject)
      resolve()
    })
  })
}
