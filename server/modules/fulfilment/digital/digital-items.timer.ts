import { digitalCodeVault } from '#server/modules/fulfilment/digital/digital-item.sql.ts'
import { findOrder, lockOrder } from '#server/modules/orders/order.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { lockForCredit } from '#server/modules/refunds/book-credit.ts'
import { cancelLine } from '#server/modules/orders/lines/cancel-line.ts'
import { assignItems } from '#server/modules/fulfilment/digital/assign-digital-items.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { RecurringJob } from '#server/platform/jobs/recurring.ts'

const EVERY_MS = 15_000
const ORDERS_AT_ONCE = 50
const CODES_AT_ONCE = 200

/**
 * Hands out units that have become available, the longest wait first. It relies on the database alone, so the next
 * run processes the remaining orders. Returns the number of orders.
 */
export async function handOutItems(shop: Shop): Promise<number> {
  const due = await shop.sql<{ number: string }[]>`
    select order_number as number from digital_item item
    where state = 'waiting' and (kind = 'pdf' or exists (
        select from digital_code where digital_code.sku = item.sku and digital_code.state = 'free'))
      and not exists (
        select from replacement_offer choice
        where choice.order_number = item.order_number and choice.line = item.line and outcome is null)
      and exists (
        select from order_line line where line.order_number = item.order_number and line.line = item.line
          and line.state = 'released' and line.sku = item.sku)
    group by order_number order by min(asked_at), order_number limit ${ORDERS_AT_ONCE}`
  // Closes tasks for codes that nobody waits for any more, because their units were credited.
  await shop.sql`
    select close_task('codes-out', subject, now()) from task
    where kind = 'codes-out' and closed_at is null
      and not exists (select from digital_item where sku = subject and state = 'waiting')`
  for (const { number } of due) {
    // An order that fails must not block the others.
    try {
      await shop.sql.begin(async (sql) => {
        const order = await lockOrder(sql, number)
        if (order) await assignItems(shop, sql, order)
      })
    } catch (error) {
      shop.log.error({ err: error, order: number }, 'digital gift not delivered')
    }
  }
  await dropCreditedLines(shop)
  return due.length
}

/**
 * Drops lines that are fully credited and of which nothing was handed out or sent, so that their order can be
 * completed.
 */
async function dropCreditedLines(shop: Shop) {
  const listCreditedLines = (sql: Queries, number?: string) => sql<
    { number: string; line: number }[]
  >`
    select line.order_number as number, line.line from order_line line
    where line.state = 'released' and line.delivery_condition = 'digital'
      ${number === undefined ? sql`` : sql`and line.order_number = ${number}`}
      and not exists (
        select from digital_item item
        where item.order_number = line.order_number and item.line = line.line and item.state <> 'dropped')
      and not exists (
        select from replacement_offer choice
        where choice.order_number = line.order_number and choice.line = line.line and outcome is null)
      and quantity <= (
        select coalesce(sum(credit_line.quantity), 0) from credit_line
        where credit_line.order_number = line.order_number and credit_line.line = line.line)
    order by number, line limit ${ORDERS_AT_ONCE}`
  for (const { number } of await listCreditedLines(shop.sql)) {
    try {
      await shop.sql.begin(async (sql) => {
        if (!(await lockForCredit(sql, number))) return
        for (const { line } of await listCreditedLines(sql, number)) {
          const order = await findOrder(sql, number)
          if (order) await cancelLine(shop, sql, order, line)
        }
      })
    } catch (error) {
      shop.log.error({ err: error, order: number }, 'digital gift of a refunded line not dropped')
    }
  }
}

/** Encrypts codes again with the newest pepper, so that the older ones can be removed from the configuration. */
export async function resealCodes({ sql, config }: Shop): Promise<number> {
  const vault = digitalCodeVault(config.GIFTPOINT_PEPPER)
  return sql.begin(async (sql) => {
    const rows = await sql<{ id: number; sku: string; sealed: Buffer }[]>`
      select id, sku, sealed from digital_code where sealed is not null and pepper_id <> ${vault.pepperId}
      order by id limit ${CODES_AT_ONCE} for update skip locked`
    for (const { id, sku, sealed } of rows) {
      const code = vault.open(sku, sealed)
      await sql`
        update digital_code
        set sealed = ${vault.seal(sku, code)}, mark = ${vault.mark(code)}, exact = ${vault.exact(code)},
          pepper_id = ${vault.pepperId}
        where id = ${id}`
    }
    return rows.length
  })
}

/** Runs regularly, and again at once after a full batch. */
export const pollDigitalItems = (
  shop: Shop,
): RecurringJob<Record<'handed' | 'sealed', number>> => ({
  everyMs: EVERY_MS,
  failureMessage: 'digital gifts not processed',
  run: async () => ({ handed: await handOutItems(shop), sealed: await resealCodes(shop) }),
  more: ({ handed, sealed }) => handed === ORDERS_AT_ONCE || sealed === CODES_AT_ONCE,
})
