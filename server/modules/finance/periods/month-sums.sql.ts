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

/** The sums of a month by `table.name`. Each is an integer as text. */
export type MonthSums = Record<string, string>

/** Sums that are computed per month and can be added up. Each row is weighted by a hash of what it is about. */
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

/** Sums of the current state, which belongs to no month. */
const CURRENT_STATE: Record<string, Record<string, string>> = {
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

/** The sums of the rows that match the condition, in one pass over each table. */
export async function monthSums(sql: Queries, condition: string): Promise<MonthSums> {
  return sumsOf(sql, BY_MONTH, `where ${condition}`)
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

/** Whether the stored sums of a closed month are complete. A newer version of the shop may need more. */
export const hasAllSums = (stored: MonthSums) =>
  Object.entries(BY_MONTH).every(([table, sums]) =>
    Object.keys(sums).every((name) => stored[`${table}.${name}`] !== undefined),
  )

/**
 * The checks whose sums agree. Each compares two tables that record the same facts, with one pass over each table. A
 * missing, duplicate or changed row changes one of the sums; that wrong sums are equal is as unlikely as guessing a
 * number of ten digits. Only if the sums differ, a check joins the tables to find the rows. Closed months are not read,
 * because their sums are stored.
 */
export async function agreeingSums(
  sql: Queries,
  condition = 'true',
  stored: MonthSums[] = [],
): Promise<Set<ComparedSum>> {
  const all = [await monthSums(sql, condition), await sumsOf(sql, CURRENT_STATE, ''), ...stored]
  const total = (name: string) => all.reduce((sum, sums) => sum + BigInt(sums[name] ?? '0'), 0n)
  const agrees: Record<ComparedSum, boolean> = {
    reservations: total('ledger.reserved') === total('ledger.ended') + total('payment.reserved'),
    captures: total('ledger.captured') === total('orders.captured'),
    balances:
      total('voucher_balance.granted') === total('ledger.grants') &&
      total('voucher_balance.reserved') === total('ledger.reserves') - total('ledger.ends') &&
      total('voucher_balance.spent') === total('ledger.captures') - total('ledger.refunds') &&
      total('voucher_balance.expired') === total('ledger.expiries'),
    'order lines': total('orders.lines') === total('order_line.lines'),
    'order stock':
      total('order_line.taken') === total('stock_movement.taken') &&
      total('order_line.returned') === total('stock_movement.returned'),
    shelves: total('stock.shelves') === total('stock_movement.shelves'),
    histories: total('orders.told') === total('order_event.told'),
    confirmations: total('orders.told') === total('mail.told'),
    carts: total('orders.carts') === total('cart.carts'),
  }
  return new Set((Object.keys(agrees) as ComparedSum[]).filter((name) => agrees[name]))
}
