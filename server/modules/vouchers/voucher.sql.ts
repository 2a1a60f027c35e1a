import type { Fragment, Queries } from '#server/platform/db/database.ts'

export type VoucherRow = {
  id: number
  channel_id: string
  language: string
  not_yet: boolean
  ended: boolean
  blocked: boolean
  anonymised: boolean
  /** The state of its channel: holders can sign in only while it is open. */
  channel_state: 'making' | 'open' | 'closed'
  latest_order_number: string | null
}

export const findVoucher = (sql: Queries, lookups: Buffer[], now: Date) =>
  readVoucher(sql, sql`lookup in ${sql(lookups)}`, now)

export const findVoucherById = (sql: Queries, id: number, now: Date) =>
  readVoucher(sql, sql`voucher.id = ${id}`, now)

async function readVoucher(
  sql: Queries,
  condition: Fragment,
  now: Date,
): Promise<VoucherRow | undefined> {
  const [row] = await sql<VoucherRow[]>`
    select voucher.id, channel_id, language,
      valid_from > ${now} as not_yet, valid_until <= ${now} as ended,
      blocked_at is not null as blocked, anonymised_at is not null as anonymised,
      (select state from channel where channel.id = voucher.channel_id) as channel_state,
      (select number from orders where voucher_id = voucher.id order by placed_at desc, number desc limit 1)
        as latest_order_number
    from voucher where ${condition}`
  return row
}

export async function isVouchersCode(sql: Queries, voucherId: number, lookups: Buffer[]) {
  const rows = await sql`
    select from voucher where id = ${voucherId} and lookup in ${sql(lookups)}`
  return rows.count > 0
}
