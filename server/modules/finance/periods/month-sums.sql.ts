import type { Queries } from '#server/platform/db/database.ts'
import type { TableByMonth } from '#server/modules/finance/periods/closed-months.ts'

export type ComparedSum =
  | 'reservations'
  | 'captures'
  | 'balances'
  | 'order lines'
  | 'order stock'
  | 'shelves'
  | 'histories'
  | 'confirmations'
  | 'carts'

/** The totals of a month: `table.name`, and an integer as text. */
export type MonthSums = Record<string, string>

/** Each row is weighted by a hash of its subject. The sums can be added up month by month. */
const BY_MONTH: Partial<Record<TableByMonth, Record<string, string>>> = {
  ledger: {
    reserved:
      "sum(hashint8extended(id, hashint8extended(voucher_id, points))) filter (where kind = 'reserve')",
    ended: `sum(hashint8extended(ends_id, hashint8extended(voucher_id, points)))
      filter (where kind in ('capture', 'release'))`,
    captured: `sum(hashtextextended(coalesce(order_number, ''), hashint8extended(id, hashint8extended(voucher_id, points))))
      filter (where kind = 'capture')`,
    grants: `sum((hashint8extended(voucher_id, 1) >> 31) * case kind when 'take' then -points else points end)
      filter (where kind in ('grant', 'take'))`,
    reserves:
      "sum((hashint8extended(voucher_id, 2) >> 31) * points) filter (where kind = 'reserve')",
    ends: "sum((hashint8extended(voucher_id, 2) >> 31) * points) filter (where kind in ('capture', 'release'))",
    captures:
      "sum((hashint8extended(voucher_id, 3) >> 31) * points) filter (where kind = 'capture')",
    refunds: "sum((hashint8extended(voucher_id, 3) >> 31) * points) filter (where kind = 'refund')",
    expiries:
      "sum((hashint8extended(voucher_id, 4) >> 31) * points) filter (where kind = 'expire')",
  },
  orders: {
    captured: `sum(hashtextextended(number, hashint8extended(coalesce(capture_id, 0), hashint8extended(voucher_id, points_paid))))
      filter (where points_paid > 0)`,
    lines: 'sum((hashtextextended(number, 5) >> 31) * (total_points + 1))',
    told: 'sum(hashtextextended(number, 6))',
    carts: 'sum(uuid_hash_extended(cart_guid, voucher_id))',
  },
  order_line: {
    lines:
      'sum((hashtextextended(order_number, 5) >> 31) * (points * quantity + case line when 1 then 1 else 0 end))',
    taken: `sum((hashtextextended(order_number, hashtextextended(sku, 7)) >> 31) * quantity)
      filter (where took_stock)`,
    returned: `sum((hashtextextended(order_number, hashtextextended(sku, 8)) >> 31) * quantity)
      filter (where took_stock and state = 'cancelled')`,
  },
  stock_movement: {
    taken: `sum((hashtextextended(order_number, hashtextextended(sku, 7)) >> 31) * -quantity)
      filter (where reason = 'order')`,
    returned: `sum((hashtextextended(order_number, hashtextextended(sku, 8)) >> 31) * quantity)
      filter (where reason = 'cancel')`,
    shelves: 'sum((hashtextextended(sku, 9) >> 31) * quantity)',
  },
  order_event: { told: "sum(hashtextextended(order_number, 6)) filter (where type = 'placed')" },
  mail: {
    told: "sum(hashtextextended(subject_id, 6)) filter (where template = 'order-confirmation')",
  },
}

/** Current state that belongs to no month. */
const STANDING: Record<string, Record<string, string>> = {
  voucher_balance: {
    granted: 'sum((hashint8extended(voucher_id, 1) >> 31) * granted)',
    reserved: 'sum((hashint8extended(voucher_id, 2) >> 31) * reserved)',
    spent: 'sum((hashint8extended(voucher_id, 3) >> 31) * spent)',
    expired: 'sum((hashint8extended(voucher_id, 4) >> 31) * expired)',
  },
  payment: {
    reserved: `sum(hashint8extended(reservation_id, hashint8extended(voucher_id, points)))
      filter (where outcome = 'held' and reservation_id is not null)`,
  },
  cart: { carts: "sum(uuid_hash_extended(guid, voucher_id)) filter (where state = 'ordered')" },
  stock: { shelves: 'sum((hashtextextended(sku, 9) >> 31) * on_hand)' },
}

/** The sums of the rows that match `which`, in one pass over each table. */
export async function monthSums(sql: Queries, which: string): Promise<MonthSums> {
  return sumsOf(sql, BY_MONTH, `where ${which}`)
}

async function sumsOf(
  sql: Queries,
  tables: Record<string, Record<string, string>>,
  where: string,
): Promise<MonthSums> {
  const queries = Object.entries(tables).map(([table, sums]) => {
    const pairs = Object.entries(sums).map(
      ([name, sum]) => `'${table}.${name}', coalesce(${sum}, 0)::text`,
    )
    return `(select jsonb_build_object(${pairs.join(', ')}) from ${table} ${where})`
  })
  const [row] = await sql.unsafe<{ sums: MonthSums }[]>(`select ${queries.join(' || ')} as sums`)
  return row?.sums ?? {}
}

/** Whether a closed month has every required sum: a later version may need more. */
export const hasAllSums = (kept: MonthSums) =>
  Object.entries(BY_MONTH).every(([table, sums]) =>
    Object.keys(sums).every((name) => kept[`${table}.${name}`] !== undefined),
  )

/**
 * Compares two sides of the same facts, each summed in one pass over its table with rows weighted by a hash of their
 * subject. A missing, duplicate or changed row on one side changes its sum; equal wrong sums are as likely as
 * guessing a number of ten digits. If the sums agree, nothing more is read; if not, a check joins the tables and
 * finds the rows. Closed months are not read: their sums are stored.
 */
export async function agreeingSums(
  sql: Queries,
  which = 'true',
  kept: MonthSums[] = [],
): Promise<Set<ComparedSum>> {
  const all = [await monthSums(sql, which), await sumsOf(sql, STANDING, ''), ...kept]
  const of = (name: string) => all.reduce((sum, one) => sum + BigInt(one[name] ?? '0'), 0n)
  const agrees: Record<ComparedSum, boolean> = {
    reservations: of('ledger.reserved') === of('ledger.ended') + of('payment.reserved'),
    captures: of('ledger.captured') === of('orders.captured'),
    balances:
      of('voucher_balance.granted') === of('ledger.grants') &&
      of('voucher_balance.reserved') === of('ledger.reserves') - of('ledger.ends') &&
      of('voucher_balance.spent') === of('ledger.captures') - of('ledger.refunds') &&
      of('voucher_balance.expired') === of('ledger.expiries'),
    'order lines': of('orders.lines') === of('order_line.lines'),
    'order stock':
      of('order_line.taken') === of('stock_movement.taken') &&
      of('order_line.returned') === of('stock_movement.returned'),
    shelves: of('stock.shelves') === of('stock_movement.shelves'),
    histories: of('orders.told') === of('order_event.told'),
    confirmations: of('orders.told') === of('mail.told'),
    carts: of('orders.carts') === of('cart.carts'),
  }
  return new Set((Object.keys(agrees) as ComparedSum[]).filter((name) => agrees[name]))
}
