import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { generateCodes } from '#server/modules/vouchers/generate-codes.ts'
import type { Fragment, Queries, Transaction } from '#server/platform/db/database.ts'
import { type BatchRow, lockBatch } from '#server/modules/vouchers/batches/batch.sql.ts'
import { recordDistribution } from '#server/modules/vouchers/code-export/code-approval.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

export type CodeForm = 'csv' | 'pdf' | 'large' | 'zip'

/** A voucher in an export, with its code and its recipient. */
export type ExportedCode = {
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

export type CodeExport = {
  id: string
  batchId: number
  vouchers: number
  /** Recipients who get no code, because this file cannot print their letter. */
  leftOut: readonly string[]
}

/** Characters that the font of a letter cannot draw: in every letter, or in the letter of one recipient. */
export type Unprintable = { inAllLetters: string[]; people: { recipient: string; found: string }[] }

/** The export was cancelled, or its batch changed: all its codes are void. */
export class ExportInterrupted extends Error {}

export const CODES_PER_CHUNK = 100

/**
 * Starts an export, in the transaction of its audit entry. A batch has one open export at a time. The next one ends an
 * export that a crash left open.
 */
export async function startCodeExport(
  sql: Queries,
  {
    batchId,
    staffId,
    form,
    now,
    unprintable,
  }: {
    batchId: number
    staffId: number
    form: CodeForm
    now: Date
    /** Called while the batch is locked, so that no name changes between the check and the export. */
    unprintable: (row: BatchRow) => Promise<Unprintable>
  },
) {
  const row = await lockBatch(sql, batchId, now)
  if (!row) return refuseStaff('not-found')
  if (row.undone_at) return refuseStaff('batch-undone')
  if (row.to_make > 0) return refuseStaff('being-made')
  if (row.held_at) return refuseStaff('waits-for-second')
  if (row.is_exporting) return refuseStaff('codes-under-way')
  await interruptExports(sql, sql`batch_id = ${batchId}`, now)
  const { inAllLetters, people } = await unprintable(row)
  const leftOut = [...new Set(people.map(({ recipient }) => recipient))]
  const vouchers = await countWithoutCode(sql, batchId, leftOut)
  const characters = [...inAllLetters, ...people.map(({ found }) => found)]
  if (inAllLetters.length > 0 || (vouchers === 0 && characters.length > 0))
    return refuseStaff('missing-letters', {
      message: `The letters cannot print these characters: ${characters.join(', ')}`,
    })
  if (vouchers === 0) return refuseStaff('codes-given')
  const [created] = await sql<{ id: string }[]>`
    insert into code_export (batch_id, staff_id, form, vouchers, started_at, seen_at)
    values (${batchId}, ${staffId}, ${form}, ${vouchers}, ${now}, ${now}) returning id`
  if (!created) throw new Error('insert of the code download returned no row')
  const refusal = await recordDistribution(sql, {
    batchId,
    staffId,
    way: 'file',
    points: vouchers * row.points,
    now,
    exportId: created.id,
  })
  if (refusal) return refusal
  return { id: created.id, batchId, vouchers, leftOut, row }
}

/** Vouchers without a code and without a pending mail. */
export const isWithoutCode = (sql: Queries, batchId: number) => sql`
  voucher.batch_id = ${batchId} and lookup is null and blocked_at is null
    and coalesce(mail_state, 'none') not in ('waiting', 'revoked')`

export async function countWithoutCode(
  sql: Queries,
  batchId: number,
  leftOut: readonly string[] = [],
): Promise<number> {
  const [waiting] = await sql<{ count: number }[]>`
    select count(*)::integer as count from voucher left join recipient on recipient.voucher_id = voucher.id
    where ${isWithoutCode(sql, batchId)} and ${isIncluded(sql, leftOut)}`
  return waiting?.count ?? 0
}

/** Whether a voucher is in the export. Those without a recipient always are. */
const isIncluded = (sql: Queries, leftOut: readonly string[]) => sql`
  (recipient.id is null or recipient.id <> all(${[...leftOut]}::bigint[]))`

/**
 * Interrupts open exports and deletes their codes. The second statement is separate, so that it also sees codes that were
 * committed while the first one waited for a lock. Returns whether there was an open export.
 */
export async function interruptExports(sql: Queries, condition: Fragment, now: Date) {
  const broken = await sql<{ id: string }[]>`
    update code_export set state = 'broken', ended_at = ${now} where state = 'open' and ${condition} returning id`
  const ids = broken.map(({ id }) => id)
  if (ids.length === 0) return false
  await sql`
    with deleted as (
      delete from pending_voucher_code where export_id = any(${ids}::uuid[]) returning export_id)
    update code_export set made = (select count(*) from deleted where export_id = code_export.id)
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
  codeExport: CodeExport,
  chunkSize = CODES_PER_CHUNK,
  /** Part of the transaction that activates the codes. */
  saveExport: (sql: Transaction) => Promise<void> = () => Promise.resolve(),
): AsyncGenerator<ExportedCode[]> {
  const { sql } = shop
  const ids = await listVouchersInOrder(sql, codeExport)
  let previous: ExportedCode[] = []
  for (let start = 0; start < ids.length; start += chunkSize) {
    const chunk = await sql.begin((sql) =>
      createPendingCodes(sql, shop, codeExport, {
        ids: ids.slice(start, start + chunkSize),
        start,
      }),
    )
    if (previous.length > 0) yield previous
    previous = chunk
  }
  await sql.begin(async (sql) => {
    await activateCodes(sql, codeExport, ids.length, shop.ports.clock.now())
    await saveExport(sql)
  })
  yield previous
}

async function listVouchersInOrder(
  sql: Queries,
  { batchId, vouchers, leftOut }: CodeExport,
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select voucher.id from voucher left join recipient on recipient.voucher_id = voucher.id
    where ${isWithoutCode(sql, batchId)} and ${isIncluded(sql, leftOut)}
    order by department collate "und-x-icu", name collate "und-x-icu", voucher.id`
  if (rows.length !== vouchers)
    throw new ExportInterrupted('the batch changed during the download of its codes')
  return rows.map(({ id }) => id)
}

async function createPendingCodes(
  sql: Transaction,
  { voucherKeys, ports }: Pick<Shop, 'ports' | 'voucherKeys'>,
  { id }: CodeExport,
  { ids, start }: { ids: number[]; start: number },
): Promise<ExportedCode[]> {
  const openExport = await sql`
    update code_export set seen_at = ${ports.clock.now()} where id = ${id} and state = 'open'`
  if (openExport.count === 0)
    throw new ExportInterrupted('the download of the codes was interrupted')
  const codes = await generateCodes(sql, voucherKeys, ids.length)
  const people = await sql<Omit<ExportedCode, 'code' | 'place'>[]>`
    select voucher.id as "voucherId", coalesce(name, '') as name, coalesce(department, '') as department,
      coalesce(nullif(recipient.language, ''), voucher.language) as language, coalesce(words, '') as words
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, place)
      join voucher on voucher.id = wanted.id left join recipient on recipient.voucher_id = voucher.id
    order by place`
  const exported = people.map((person, index) => {
    const newCode = codes[index]
    if (!newCode) throw new Error('voucher has no code')
    return { ...newCode, ...person, place: start + index + 1 }
  })
  // Only lookups are stored, never the codes.
  const rows = exported.map(({ voucherId, lookup, pepperId, last3 }) => ({
    voucher_id: voucherId,
    lookup: lookup.toString('hex'),
    pepper_id: pepperId,
    last3,
  }))
  await sql`
    insert into pending_voucher_code (export_id, voucher_id, lookup, pepper_id, last3)
    select ${id}, voucher_id, decode(lookup, 'hex'), pepper_id, last3
    from jsonb_to_recordset(${sql.json(rows)}) as row (voucher_id bigint, lookup text, pepper_id text, last3 text)`
  return exported.map(
    ({ lookup: _lookup, pepperId: _pepperId, last3: _last3, ...exportedCode }) => exportedCode,
  )
}

/** Activates all codes at once. If one of them can no longer be activated, none is, and the export is interrupted. */
async function activateCodes(sql: Transaction, codeExport: CodeExport, count: number, now: Date) {
  const { id, batchId } = codeExport
  await sql`select from voucher_batch where id = ${batchId} and undone_at is null for no key update`
  const completed = await sql`
    update code_export set state = 'given', seen_at = ${now} where id = ${id} and state = 'open'`
  if (completed.count === 0)
    throw new ExportInterrupted('the download of the codes was interrupted')
  const activated = await sql`
    update voucher set lookup = pending.lookup, pepper_id = pending.pepper_id, last3 = pending.last3
    from pending_voucher_code pending
    where export_id = ${id} and voucher.id = pending.voucher_id and voucher.lookup is null and blocked_at is null`
  if (activated.count !== count)
    throw new ExportInterrupted('a voucher of this download got another code')
  await sql`delete from pending_voucher_code where export_id = ${id}`
  await sql`
    update voucher_batch set exported_at = null, exported_by = null, version = version + 1
    where id = ${batchId}`
}

/** Records, after the connection is closed, whether the file was sent completely or in part. */
export async function endCodeExport(
  sql: Queries,
  id: string,
  {
    isComplete,
    now,
    saveInterruption,
  }: { isComplete: boolean; now: Date; saveInterruption: () => Promise<void> },
) {
  if (await interruptExports(sql, sql`id = ${id}::uuid`, now)) await saveInterruption()
  await sql`
    update code_export set ended_at = ${now}, state = ${isComplete ? 'whole' : 'given'}
    where id = ${id} and state = 'given' and ended_at is null`
}
