import { refused } from '#contract/shared/refusals.shop.ts'
import type { CreditedGoods } from '#domain/refunds/credit.ts'
import { CREDIT_DAYS, creditDueAtMs, creditDueDay } from '#domain/refunds/withdrawal.ts'
import { openTaskFor, closeTaskFor } from '#server/modules/tasks/open-task.sql.ts'
import { findOrder } from '#server/modules/orders/order.sql.ts'
import type { Queries, Transaction } from '#server/platform/db/database.ts'
import { writeAudit } from '#server/modules/audit/audit-entry.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { notifyHolderChange } from '#server/modules/sessions/notify-holder-change.ts'
import { bookProposal, lockForCredit } from '#server/modules/refunds/book-credit.ts'
import { cancelLine } from '#server/modules/orders/lines/cancel-line.ts'
import { creditableUnits } from '#server/modules/orders/amount-owed.ts'
import { proposeCreditFor } from '#server/modules/refunds/propose-credit.ts'
import type { RecurringJob } from '#server/platform/jobs/recurring.ts'

const EVERY_MS = 30_000
const BATCH_SIZE = 20
const DAY_MS = 86_400_000

type OpenWithdrawal = {
  number: string
  order_number: string
  channel_id: string
  at: Date
  zone: string
  how: 'goods-back' | 'legal-day'
  /** The condition of the returned gifts; null: not returned yet. */
  goods: 'shelf' | 'written-off' | null
  /** Nothing must be returned, because it contains only codes and lines that the supplier declined. */
  at_once: boolean
}

/**
 * Credits due withdrawals, each in its own transaction and at most once. Creates one task for a withdrawal that cannot
 * be credited automatically. Returns how many were checked.
 */
export async function creditDueWithdrawals(shop: Shop): Promise<number> {
  const now = shop.ports.clock.now()
  const open = await shop.sql<OpenWithdrawal[]>`
    select withdrawal.number, order_number, channel_id, withdrawal.at, time_zone as zone, withdrawal_credit as how, goods,
      at_once
    from withdrawal join orders on orders.number = order_number join channel on channel.id = channel_id
      left join withdrawal_return on withdrawal_number = withdrawal.number
      cross join lateral (
        select not exists (
          select from withdrawal_line line join order_line using (order_number, line)
          where line.withdrawal_number = withdrawal.number and delivery_condition <> 'digital'
            and not exists (select from purchase_order_line purchased
              where purchased.order_number = line.order_number and purchased.line = line.line and purchased.state = 'declined')
        ) as at_once) kind
    where orders.state <> 'cancelled'
      and (goods is not null or at_once or withdrawal.at < ${new Date(now.getTime() - (CREDIT_DAYS - 2) * DAY_MS)})
      and not exists (select from credit where credit.withdrawal_number = withdrawal.number)
      and not exists (
        select from task where kind = 'withdrawal-waits' and subject = withdrawal.number
          and (closed_at is null or outcome <> 'gone'))
    order by withdrawal.at limit ${BATCH_SIZE}`
  const due = open.filter(
    ({ goods, at_once: atOnce, at, zone }) =>
      goods !== null || atOnce || creditDueAtMs(at.getTime(), zone) <= now.getTime(),
  )
  for (const withdrawal of due) {
    await creditOrOpenTask(shop, withdrawal).catch((error: unknown) => {
      shop.log.warn(
        { err: error, withdrawal: withdrawal.number },
        'withdrawal not refunded; retrying later',
      )
    })
  }
  return due.length
}

async function creditOrOpenTask(shop: Shop, withdrawal: OpenWithdrawal) {
  const { number, goods, at_once: atOnce, how, order_number, channel_id, at, zone } = withdrawal
  await shop.sql.begin(async (sql) => {
    if (goods === null && !atOnce && how === 'goods-back') {
      // By law the shop may wait for the gifts or a proof of shipment: one task asks staff to follow up.
      await sql`select from withdrawal where number = ${number} for update`
      const [openTask] = await sql`
        select from task where kind = 'withdrawal-waits' and subject = ${number} and closed_at is null`
      if (openTask) return
      const due = creditDueDay(at.getTime(), zone)
      return openWaitingTask(sql, { number, order_number, channel_id, due }, 'goods not back')
    }
    await creditWithdrawal(shop, sql, { number, goods: goods ?? 'none', staffId: null })
  })
}

/** `due`: the last day for the refund by law. */
type WaitingWithdrawal = Pick<OpenWithdrawal, 'number' | 'order_number' | 'channel_id'> & {
  due: string
}

const openWaitingTask = (
  sql: Queries,
  { number, order_number, channel_id, due }: WaitingWithdrawal,
  why: string,
) =>
  openTaskFor(sql, {
    kind: 'withdrawal-waits',
    subject: number,
    cause: why,
    reason: why,
    channelId: channel_id,
    orderNumber: order_number,
    detail: { due },
  })

/**
 * Credits the amount on the receipt, regardless of the staff member's limit, in the caller's transaction. If that is
 * impossible, it creates a task and returns null.
 */
export async function creditWithdrawal(
  shop: Shop,
  sql: Transaction,
  { number, goods, staffId }: { number: string; goods: CreditedGoods; staffId: number | null },
): Promise<string | null> {
  const locked = await lockForCredit(sql, number.split('-')[0] ?? '')
  if (!locked) throw new Error(`the order of withdrawal ${number} not found`)
  const { order } = locked
  const existing = order.credits.find(({ withdrawalNumber }) => withdrawalNumber === number)
  if (existing) return existing.number
  const at = shop.ports.clock.now()
  const request = { withdrawal: number, goods, reason: 'withdrawn' as const, note: '' }
  const proposed = await proposeCreditFor(sql, order, request, { at, staffId })
  const withdrawal = order.withdrawals.find(({ number: other }) => other === number)
  const due = creditDueDay(Date.parse(withdrawal?.at ?? at.toISOString()), order.timeZone)
  const waiting = { number, order_number: order.number, channel_id: order.channelId, due }
  if (refused(proposed)) {
    await openWaitingTask(sql, waiting, proposed.refused)
    return null
  }
  const booked = await bookProposal(shop, sql, proposed.proposal, { staffId, approvalId: null, at })
  if ('changes' in booked) throw new Error(`withdrawal ${number} changed under its lock`)
  await closeTaskFor(sql, 'withdrawal-waits', number)
  await cancelDeclinedLines(shop, sql, order.number)
  if (staffId === null) {
    const { points_back, cents_back, cents_sent } = proposed.proposal
    await writeAudit(sql, 'shop', at, {
      action: 'credit.booked',
      subjectKind: 'order',
      subjectId: order.number,
      channelId: order.channelId,
      after: {
        credit: booked.credit,
        withdrawal: number,
        points_back,
        cents_back,
        cents_sent,
        goods,
      },
    })
  }
  notifyHolderChange(shop, order.voucherId)
  return booked.credit
}

/** Cancels fully credited lines that the supplier declined. They need neither shipment nor replacement. */
async function cancelDeclinedLines(shop: Shop, sql: Transaction, number: string) {
  const declined = await sql<{ line: number }[]>`
    select distinct line from purchase_order_line where order_number = ${number} and state = 'declined' order by line`
  for (const { line } of declined) {
    const order = await findOrder(sql, number)
    const orderLine = order?.lines.find((candidate) => candidate.line === line)
    if (!order || orderLine?.state !== 'released' || orderLine.isBeingReplaced) continue
    const hasOpenWithdrawal = order.withdrawals.some(
      (withdrawal) =>
        withdrawal.lines.some((withdrawn) => withdrawn.line === line) &&
        !order.credits.some(({ withdrawalNumber }) => withdrawalNumber === withdrawal.number),
    )
    if (!hasOpenWithdrawal && creditableUnits(order, line) === 0)
      await cancelLine(shop, sql, order, line)
  }
}

export const pollWithdrawals = (shop: Shop): RecurringJob => ({
  everyMs: EVERY_MS,
  failureMessage: 'withdrawals not checked; retrying later',
  run: () => creditDueWithdrawals(shop),
})
