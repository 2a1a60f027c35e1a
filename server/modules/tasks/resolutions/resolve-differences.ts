import { detailText, type TaskRow } from '#server/modules/tasks/task-list.sql.ts'
import type { ResolutionContext, ResolveRow } from '#server/modules/tasks/resolutions/resolution.ts'
import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import type { Queries, Transaction } from '#server/platform/db/database.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { queueRefund } from '#server/modules/payments/refund.sql.ts'
import { correctOnHand, correctReserved } from '#server/modules/inventory/stock.sql.ts'

type StockLevel = { sku: string; stored: number; true_count: number }

const STOCK_CHECKS: Record<string, (sql: Queries, skus: string[]) => Promise<StockLevel[]>> = {
  'stock-differs': (sql, skus) => sql<StockLevel[]>`
    select sku, on_hand as stored, coalesce((select sum(quantity) from stock_movement where stock_movement.sku = stock.sku), 0)::integer as true_count
    from stock where sku = any(${skus}::text[]) order by sku`,
  'stock-reserved-differs': (sql, skus) => sql<StockLevel[]>`
    select sku, reserved as stored, coalesce((select sum(quantity) from stock_reservation reservation where reservation.sku = stock.sku), 0)::integer as true_count
    from stock where sku = any(${skus}::text[]) order by sku`,
}

const MAILS = {
  'order-without-mail': 'order-confirmation',
  'cancellation-without-mail': 'order-cancelled',
  'withdrawal-without-mail': 'withdrawal-receipt',
} as const

/** Reversed chargebacks whose refunds have not been sent yet. */
const findUnsentReversals = (sql: Queries, payments: string[]) => sql<
  { key: string; order_number: string | null; owed: number }[]
>`
  select key, order_number, owed from payment cross join lateral (select reversal_owed_cents(key) as owed) reversal
  where key = any(${payments}::uuid[]) and owed > 0 order by key`

const codeOf = (task: TaskRow | undefined) => (task ? detailText(task, 'code') : '')
const subjectOf = (task: TaskRow) => detailText(task, 'subject')
const isMail = (code: string): code is keyof typeof MAILS => Object.hasOwn(MAILS, code)

/** Tasks with the same cause have the same code. If there is no automatic correction, the books are only checked again. */
export async function rowsOfDifferences(
  sql: Queries,
  cases: readonly TaskRow[],
): Promise<ResolveRow[]> {
  const code = codeOf(cases[0])
  const stockLevels = await STOCK_CHECKS[code]?.(sql, cases.map(subjectOf))
  if (stockLevels) {
    return stockLevels
      .filter(({ stored, true_count }) => stored !== true_count)
      .map(({ sku, stored, true_count }) => ({
        what: code === 'stock-differs' ? 'shelf' : 'shelf-reserved',
        subject: sku,
        order: null,
        before: String(stored),
        after: String(true_count),
      }))
  }
  if (code === 'reversal-not-sent') {
    return (await findUnsentReversals(sql, cases.map(subjectOf))).map(
      ({ key, order_number, owed }) => ({
        what: 'refund',
        subject: order_number ?? key,
        cents: owed,
        order: order_number,
        before: 'still-here',
        after: 'goes-back',
      }),
    )
  }
  return cases.map((task) => ({
    what: isMail(code) ? `mail.${MAILS[code]}` : 'books',
    subject: subjectOf(task),
    order: task.order_number,
    before: isMail(code) ? 'missing' : 'differs',
    after: isMail(code) ? 'sent-now' : 'checked-again',
  }))
}

/** The books are checked again afterwards: corrected differences leave the list. */
export async function resolveDifferences(
  { shop, sql }: ResolutionContext,
  cases: readonly TaskRow[],
) {
  const code = codeOf(cases[0])
  const subjects = cases.map(subjectOf)
  if (code in STOCK_CHECKS) await resolveStockLevels(sql, code, subjects)
  if (code === 'reversal-not-sent') await sendReversals(shop, sql, subjects)
  if (isMail(code)) {
    for (const subject of subjects) {
      const number = subject.replace(/-W\d+$/, '')
      const [order] = await sql<{ channel_id: string; language: string; email: string }[]>`
        select channel_id, language, person ->> 'email' as email from orders where number = ${number}`
      if (!order) continue
      await queueMail(shop, sql, {
        template: MAILS[code],
        subjectId: number === subject ? number : `${number}:${subject}`,
        channelId: order.channel_id,
        language: order.language,
        recipient: order.email,
      })
    }
  }
  await shop.jobs.send(sql, [{ name: 'run-nightly-check', data: { day: null } }])
}

/** Runs under the payment's lock, so each refund is sent once. The provider is asked first. */
async function sendReversals(
  shop: Pick<Shop, 'jobs' | 'ports'>,
  sql: Transaction,
  payments: string[],
) {
  await sql`select from payment where key = any(${payments}::uuid[]) order by key for update`
  for (const { key, owed } of await findUnsentReversals(sql, payments))
    await queueRefund(shop, sql, { paymentKey: key, cents: owed, reason: 'reversal' })
}

/** The stock lock freezes the movements and reservations that the correct values come from. */
async function resolveStockLevels(sql: Transaction, code: string, skus: string[]) {
  await sql`select from stock where sku = any(${skus}::text[]) order by sku for update`
  const stockLevels = await STOCK_CHECKS[code]?.(sql, skus)
  for (const { sku, stored, true_count } of stockLevels ?? []) {
    if (stored === true_count) continue
    await (code === 'stock-differs'
      ? correctOnHand(sql, sku, true_count)
      : correctReserved(sql, sku, true_count))
  }
}
