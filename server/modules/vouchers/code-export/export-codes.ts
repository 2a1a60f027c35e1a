import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { freshCodes } from '#server/modules/vouchers/generate-codes.ts'
import type { Queries, Transaction } from '#server/platform/db/database.ts'
import { type BatchRow, lockBatch } from '#server/modules/vouchers/batches/batch.sql.ts'
import { releaseCodes } from '#server/modules/vouchers/code-export/code-approval.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

export type CodeForm = 'csv' | 'pdf' | 'large' | 'zip'

/** A voucher in an export, with its code and its recipient. */
export type GivenCode = {
  code: string
  voucherId: number
  /** The position within this export, from 1. */
  place: number
  name: string
  department: string
  /** '' if unknown. */
  language: string
  words: string
}

export type TransferToken = {
  id: string
  batchId: number
  vouchers: number
  /** Recipients who get no code, because this file cannot print their letter. */
  leftOut: readonly string[]
}

/** Characters that the font of a letter cannot draw: in every letter, or in the letter of one recipient. */
export type Undrawable = { ofAll: string[]; people: { recipient: string; found: string }[] }

/** The export was cancelled, or its batch changed: all its codes are void. */
export class TransferEnded extends Error {}

export const CODES_AT_ONCE = 100

/**
 * Starts an export, in the transaction of its audit entry. One at a time per batch; an export left open by a crash is
 * ended by the next one.
 */
export async function startCodeExport(
  sql: Queries,
  {
    batchId,
    staffId,
    form,
    now,
    undrawable,
  }: {
    batchId: number
    staffId: number
    form: CodeForm
    now: Date
    /** Called under the batch's lock, so that a name is corrected either before the check or after the export. */
    undrawable: (row: BatchRow) => Promise<Undrawable>
  },
) {
  const row = await lockBatch(sql, batchId, now)
  if (!row) return refuseStaff('not-found')
  if (row.undone_at) return refuseStaff('batch-undone')
  if (row.to_make > 0) return refuseStaff('being-made')
  if (row.held_at) return refuseStaff('waits-for-second')
  if (row.is_exporting) return refuseStaff('codes-under-way')
  await breakOff(sql, sql`batch_id = ${batchId}`, now)
  const { ofAll, people } = await undrawable(row)
  const leftOut = [...new Set(people.map(({ recipient }) => recipient))]
  const vouchers = await countWaiting(sql, batchId, leftOut)
  const found = [...ofAll, ...people.map((one) => one.found)]
  if (ofAll.length > 0 || (vouchers === 0 && found.length > 0))
    return refuseStaff('missing-letters', {
      message: `The letters cannot print these characters: ${found.join(', ')}`,
    })
  if (vouchers === 0) return refuseStaff('codes-given')
  const [created] = await sql<{ id: string }[]>`
    insert into code_export (batch_id, staff_id, form, vouchers, started_at, seen_at)
    values (${batchId}, ${staffId}, ${form}, ${vouchers}, ${now}, ${now}) returning id`
  if (!created) throw new Error('insert of the code download returned no row')
  const points = vouchers * row.points
  const release = { batchId, staffId, way: 'file', points, now, handOver: created.id } as const
  const refusal = await releaseCodes(sql, release)
  if (refusal) return refusal
  return { id: created.id, batchId, vouchers, leftOut, row }
}

/** Without a code and without a pending mail. */
export const isWaiting = (sql: Queries, batchId: number) => sql`
  voucher.batch_id = ${batchId} and lookup is null and blocked_at is null
    and coalesce(mail_state, 'none') not in ('waiting', 'revoked')`

export async function countWaiting(
  sql: Queries,
  batchId: number,
  leftOut: readonly string[] = [],
): Promise<number> {
  const [waiting] = await sql<{ count: number }[]>`
    select count(*)::integer as count from voucher left join recipient on recipient.voucher_id = voucher.id
    where ${isWaiting(sql, batchId)} and ${isPrinted(sql, leftOut)}`
  return waiting?.count ?? 0
}

/** Not excluded from the export. Vouchers without a recipient are never excluded. */
const isPrinted = (sql: Queries, leftOut: readonly string[]) => sql`
  (recipient.id is null or recipient.id <> all(${[...leftOut]}::bigint[]))`

/**
 * Ends open exports and revokes their codes. Two statements: the second one sees codes that were being written
 * meanwhile. Returns whether there was an export.
 */
export async function breakOff(sql: Queries, which: ReturnType<typeof isWaiting>, now: Date) {
  const broken = await sql<{ id: string }[]>`
    update code_export set state = 'broken', ended_at = ${now} where state = 'open' and ${which} returning id`
  const ids = broken.map(({ id }) => id)
  if (ids.length === 0) return false
  await sql`
    with gone as (
      delete from pending_voucher_code where export_id = any(${ids}::uuid[]) returning export_id)
    update code_export hand set made = (select count(*) from gone where export_id = hand.id)
    where id = any(${ids}::uuid[])`
  return true
}

/**
 * The codes of an export, by department and name, in chunks. No code works until all are generated and the last chunk
 * is about to be sent: an incomplete file contains only void codes, a complete one only valid codes. The transactions
 * are short, so a slow client holds no locks.
 */
export async function* codesOf(
  shop: Pick<Shop, 'sql' | 'ports' | 'voucherKeys'>,
  handOver: TransferToken,
  atOnce = CODES_AT_ONCE,
  /** Part of the transaction that activates the codes. */
  noteGiven: (sql: Transaction) => Promise<void> = () => Promise.resolve(),
): AsyncGenerator<GivenCode[]> {
  const { sql } = shop
  const ids = await waitingInOrder(sql, handOver)
  let previous: GivenCode[] = []
  for (let from = 0; from < ids.length; from += atOnce) {
    const chunk = await sql.begin((sql) =>
      makeCodes(sql, shop, handOver, { ids: ids.slice(from, from + atOnce), from }),
    )
    if (previous.length > 0) yield previous
    previous = chunk
  }
  await sql.begin(async (sql) => {
    await makeThemCount(sql, handOver, ids.length, shop.ports.clock.now())
    await noteGiven(sql)
  })
  yield previous
}

async function waitingInOrder(
  sql: Queries,
  { batchId, vouchers, leftOut }: TransferToken,
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select voucher.id from voucher left join recipient on recipient.voucher_id = voucher.id
    where ${isWaiting(sql, batchId)} and ${isPrinted(sql, leftOut)}
    order by department collate "und-x-icu", name collate "und-x-icu", voucher.id`
  if (rows.length !== vouchers)
    throw new TransferEnded('the batch changed during the download of its codes')
  return rows.map(({ id }) => id)
}

async function makeCodes(
  sql: Transaction,
  { voucherKeys, ports }: Pick<Shop, 'ports' | 'voucherKeys'>,
  { id }: TransferToken,
  { ids, from }: { ids: number[]; from: number },
): Promise<GivenCode[]> {
  const still = await sql`
    update code_export set seen_at = ${ports.clock.now()} where id = ${id} and state = 'open'`
  if (still.count === 0) throw new TransferEnded('the download of the codes was interrupted')
  const codes = await freshCodes(sql, voucherKeys, ids.length)
  const people = await sql<Omit<GivenCode, 'code' | 'place'>[]>`
    select voucher.id as "voucherId", coalesce(name, '') as name, coalesce(department, '') as department,
      coalesce(nullif(recipient.language, ''), voucher.language) as language, coalesce(words, '') as words
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, place)
      join voucher on voucher.id = wanted.id left join recipient on recipient.voucher_id = voucher.id
    order by place`
  const given = people.map((person, at) => {
    const fresh = codes[at]
    if (!fresh) throw new Error('voucher has no code')
    return { ...fresh, ...person, place: from + at + 1 }
  })
  // Only lookups are stored, never the codes.
  const kept = given.map(({ voucherId, lookup, pepperId, last3 }) => ({
    voucher_id: voucherId,
    lookup: lookup.toString('hex'),
    pepper_id: pepperId,
    last3,
  }))
  await sql`
    insert into pending_voucher_code (export_id, voucher_id, lookup, pepper_id, last3)
    select ${id}, voucher_id, decode(lookup, 'hex'), pepper_id, last3
    from jsonb_to_recordset(${sql.json(kept)}) as row (voucher_id bigint, lookup text, pepper_id text, last3 text)`
  return given.map(({ lookup: _lookup, pepperId: _pepperId, last3: _last3, ...shown }) => shown)
}

/** Activates all codes at once. If one of them can no longer be activated, none is, and the export is interrupted. */
async function makeThemCount(sql: Transaction, handOver: TransferToken, count: number, now: Date) {
  const { id, batchId } = handOver
  await sql`select from voucher_batch where id = ${batchId} and undone_at is null for no key update`
  const given = await sql`
    update code_export set state = 'given', seen_at = ${now} where id = ${id} and state = 'open'`
  if (given.count === 0) throw new TransferEnded('the download of the codes was interrupted')
  const counting = await sql`
    update voucher set lookup = next.lookup, pepper_id = next.pepper_id, last3 = next.last3
    from pending_voucher_code next
    where export_id = ${id} and voucher.id = next.voucher_id and voucher.lookup is null and blocked_at is null`
  if (counting.count !== count)
    throw new TransferEnded('a voucher of this download got another code')
  await sql`delete from pending_voucher_code where export_id = ${id}`
  await sql`
    update voucher_batch set exported_at = null, exported_by = null, version = version + 1
    where id = ${batchId}`
}

/** Records after the connection is closed whether the complete file was sent, or an unknown part. */
export async function endCodeExport(
  sql: Queries,
  id: string,
  {
    isComplete,
    now,
    saveInterruption,
  }: { isComplete: boolean; now: Date; saveInterruption: () => Promise<void> },
) {
  if (await breakOff(sql, sql`id = ${id}::uuid`, now)) await saveInterruption()
  await sql`
    update code_export set ended_at = ${now}, state = ${isComplete ? 'whole' : 'given'}
    where id = ${id} and state = 'given' and ended_at is null`
}
