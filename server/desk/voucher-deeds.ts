import type { Queries } from '#server/db/database.ts'
import { stateOf, type VoucherState } from '#server/desk/voucher-list.ts'

export type VoucherRow = {
  id: number
  channel_id: string
  time_zone: string
  last3: string
  has_code: boolean
  state: VoucherState
  valid_from: Date | null
  valid_until: Date | null
  blocked_at: Date | null
}

/** With the purse, which everybody locks first: who is ordering at this moment is through or finds it as it is by then. */
export async function lockVoucher(
  sql: Queries,
  id: number,
  now: Date,
): Promise<VoucherRow | undefined> {
  await sql`select from purse where voucher_id = ${id} for update`
  await sql`select from voucher where id = ${id} for no key update`
  return findVoucher(sql, id, now)
}

export async function findVoucher(
  sql: Queries,
  id: number,
  now: Date,
): Promise<VoucherRow | undefined> {
  const [row] = await sql<VoucherRow[]>`
    select voucher.id, channel_id, time_zone, last3, lookup is not null as has_code, ${stateOf(sql, now)} as state,
      nullif(valid_from, '-infinity') as valid_from, nullif(valid_until, 'infinity') as valid_until, blocked_at
    from voucher join channel on channel.id = channel_id where voucher.id = ${id}`
  return row
}

/** What a block and an end change, as the audit tells it and an undo reads it again. */
export const toldOf = ({ blocked_at, valid_until }: VoucherRow) => ({
  blocked: blocked_at !== null,
  valid_until: valid_until?.toISOString() ?? null,
})
export type Told = ReturnType<typeof toldOf>

/** Those that an undo takes back. */
const UNDOABLE = [
  'voucher.blocked',
  'voucher.unblocked',
  'voucher.extended',
  'voucher.expired',
] as const
const UNDO_DAYS = 7

export type DeedRow = { id: number; at: Date; before: Told; after: Told; undone: boolean }

export const isTooLate = (at: Date, now: Date) =>
  now.getTime() - at.getTime() > UNDO_DAYS * 24 * 3_600_000

export async function findDeed(
  sql: Queries,
  voucherId: number,
  line: number,
): Promise<DeedRow | undefined> {
  const [row] = await sql<DeedRow[]>`
    select id, at, before, after, exists (
        select from audit undo where undo.subject_kind = 'voucher' and undo.subject_id = audit.subject_id
          and undo.action = 'voucher.undone' and undo.after ->> 'line' = audit.id::text
      ) as undone
    from audit
    where id = ${line} and subject_kind = 'voucher' and subject_id = ${String(voucherId)}
      and action = any(${[...UNDOABLE]})`
  return row
}

/** The last deed alone: whatever came before it was changed since. */
export async function undoableDeeds(sql: Queries, voucherId: number, now: Date): Promise<string[]> {
  const subject = String(voucherId)
  const voucher = await findVoucher(sql, voucherId, now)
  const [last] = await sql<{ id: number }[]>`
    select id from audit
    where subject_kind = 'voucher' and subject_id = ${subject} and action = any(${[...UNDOABLE]})
    order by id desc limit 1`
  const deed = last && (await findDeed(sql, voucherId, last.id))
  if (!voucher || !deed || deed.undone || isTooLate(deed.at, now)) return []
  return stands(voucher, deed) ? [String(deed.id)] : []
}

/** Whether everything is still as this deed left it. */
export function stands(voucher: VoucherRow, { after }: DeedRow): boolean {
  const now = toldOf(voucher)
  return (
    voucher.state !== 'forgotten' &&
    now.blocked === after.blocked &&
    now.valid_until === after.valid_until
  )
}
