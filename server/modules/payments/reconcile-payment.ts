import { isFinal, type PaymentState } from '#domain/payments/payment-state.ts'
import { nextStep, type PaymentStep, type ProviderReport } from '#domain/payments/payment-step.ts'
import { orderPoints } from '#domain/cart/cart-rules.ts'
import { dueCents } from '#domain/vouchers/points.ts'
import { deliveryOf } from '#server/modules/cart/cart-response.ts'
import { type CartRow, lockCart } from '#server/modules/cart/cart.sql.ts'
import {
  type ChannelModel,
  readSoldOffers,
} from '#server/modules/catalog/read-model/channel-catalog.ts'
import { lockStock, placeOrder } from '#server/modules/checkout/placement/place-order.ts'
import { notReady } from '#server/modules/checkout/placement/ready-to-order.ts'
import { isConflict, isDatabaseDown, type Transaction } from '#server/platform/db/database.ts'
import { releaseHoldOf } from '#server/modules/cart/release-hold.ts'
import {
  saveRefundsAndChargebacks,
  returnedCents,
  refundReversedChargeback,
  refundOwedMoney,
  logRefundEvents,
} from '#server/modules/payments/refunds-and-chargebacks.ts'
import { listUnfinishedRefunds } from '#server/modules/payments/refund.sql.ts'
import { earliest, nextPoll, nextMoneyPoll } from '#server/modules/payments/next-poll.ts'
import { findPayment, lockPayment, type Payment } from '#server/modules/payments/payment.sql.ts'
import type { ProviderPayment } from '#server/platform/services/service-ports.ts'
import { notifyHolderChange } from '#server/modules/sessions/notify-holder-change.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

type ProviderResult = ProviderPayment | 'unknown' | 'not-asked'

/**
 * The only function that changes the state of a payment. Webhook, return page and poller call it as often as they like.
 * It asks the provider, then decides under the locks of balance, cart and payment. Received money ends in exactly one
 * order or one refund. Later refunds and chargebacks are saved as they are reported.
 */
export async function reconcilePayment(shop: Shop, key: string): Promise<Payment | undefined> {
  const before = await findPayment(shop.sql, key)
  if (!before || hasEndedUnpaid(before)) return before
  const reported = await findAtProvider(shop, before)
  const model = await channelOfPayment(shop, before)

  const { payment, moneyEvents } = await shop.sql.begin(async (sql) => {
    const cart = await lockCart(sql, before.voucher_id, before.cart_guid)
    const payment = await lockPayment(sql, key)
    if (!cart || !payment) throw new Error(`payment ${key} has no cart`)
    const step = nextStep(
      paymentToReconcile(payment),
      { ...cart, heldByAnother: cart.payment !== null && cart.payment.key !== key },
      reportOf(reported),
      shop.ports.clock.now().getTime(),
    )
    // A notification that arrived during the request has changed the next poll. It stays, because the response may be
    // older.
    const requestedPollAt = sameMoment(payment.next_poll_at, before.next_poll_at)
      ? null
      : payment.next_poll_at
    await applyStep(shop, sql, step, { payment, cart, model, requestedPollAt })
    const after = await lockExistingPayment(sql, key)
    if (after.state !== 'paid') return { payment: after, moneyEvents: [] }
    if (reported === 'unknown')
      shop.log.error({ payment: key }, 'payment not found at the provider')
    const moneyEvents =
      typeof reported === 'string' ? [] : await saveRefundsAndChargebacks(shop, sql, key, reported)
    if (typeof reported !== 'string') {
      await refundOwedMoney(shop, sql, after, reported)
      if (moneyEvents.some(({ what }) => what === 'reversal'))
        await refundReversedChargeback(shop, sql, after, reported)
    }
    await pollMoneyLater(shop, sql, after, requestedPollAt)
    return { payment: after, moneyEvents }
  })
  logRefundEvents(shop, moneyEvents)
  if (payment.outcome !== 'held') notifyHolderChange(shop, payment.voucher_id)
  return payment
}

/** Whether the payment ended without money, so that nothing can follow. */
export function hasEndedUnpaid({ state, outcome }: Payment): boolean {
  return outcome === 'released' && state !== 'creating' && isFinal(state) && state !== 'paid'
}

async function findAtProvider(shop: Pick<Shop, 'ports'>, { id }: Payment): Promise<ProviderResult> {
  if (id === null) return 'not-asked'
  return (await shop.ports.payments.find(id)) ?? 'unknown'
}

function reportOf(reported: ProviderResult): ProviderReport {
  return typeof reported === 'string'
    ? reported
    : { ...reported, returnedCents: returnedCents(reported) }
}

function paymentToReconcile({ state, outcome, id, cents, cart_version, expires_at }: Payment) {
  return {
    state,
    outcome,
    isAtProvider: id !== null,
    cents,
    cartVersion: cart_version,
    expiresAtMs: expires_at.getTime(),
  }
}

async function lockExistingPayment(sql: Transaction, key: string): Promise<Payment> {
  const payment = await lockPayment(sql, key)
  if (!payment) throw new Error(`payment ${key} not found`)
  return payment
}

type OrderableCart = { cart: CartRow; model: ChannelModel }
type Reconciliation = OrderableCart & { payment: Payment; requestedPollAt: Date | null }

async function applyStep(
  shop: Shop,
  sql: Transaction,
  step: PaymentStep,
  reconciliation: Reconciliation,
) {
  const { payment, requestedPollAt } = reconciliation
  switch (step.action) {
    case 'nothing':
      return
    case 'order':
      if (!(await createOrder(shop, sql, step.late, reconciliation)))
        await refundWithoutOrder(shop, sql, payment)
      return
    case 'refund':
      return refundWithoutOrder(shop, sql, payment)
    case 'end':
    case 'wait':
      if (step.releaseHold) await releaseHoldOf(shop, sql, payment)
      if (step.action === 'end' || step.releaseHold)
        shop.metrics.settled.inc({ result: step.state })
      return saveState(shop, sql, payment, step, requestedPollAt)
  }
}

async function saveState(
  shop: Pick<Shop, 'ports'>,
  sql: Transaction,
  { key, created_at }: Payment,
  { action, state }: { action: 'end' | 'wait'; state: PaymentState | 'creating' },
  requestedPollAt: Date | null,
) {
  const now = shop.ports.clock.now()
  const hasEnded = action === 'end'
  await sql`
    update payment set state = ${state}, settled_at = ${hasEnded ? now : null},
      next_poll_at = ${hasEnded ? null : earliest(nextPoll(created_at, now), requestedPollAt)}
    where key = ${key}`
}

async function createOrder(
  shop: Shop,
  sql: Transaction,
  late: boolean,
  { payment, cart, model }: Reconciliation,
): Promise<boolean> {
  await sql`update payment set state = 'paid' where key = ${payment.key}`
  const stocked = await lockStock(sql, cart)
  const order = late
    ? cartForLateOrder(shop, payment, stocked, model)
    : await cartForReservedOrder(sql, stocked, model)
  const number = order && (await placeOrderIfPossible(shop, sql, { ...order, payment }))
  if (number === undefined) return false
  if (late) await cancelOtherPayments(shop, sql, payment)
  shop.metrics.settled.inc({ result: 'ordered' })
  shop.log.info({ payment: payment.key, order: number }, 'order placed for payment')
  return true
}

/** The reservation was released, so everything is checked again: gifts, points and the amount due. */
function cartForLateOrder(
  { config }: Pick<Shop, 'config'>,
  payment: Payment,
  cart: CartRow,
  model: ChannelModel,
): OrderableCart | undefined {
  if (notReady(cart, model, config.GIFTPOINT_RULE_C_CHANNEL)) return undefined
  const due = dueCents(orderPoints(cart.lines), cart.available)
  return due === payment.cents ? { cart, model } : undefined
}

/**
 * Points and units are reserved, so gifts that the channel has stopped selling can still be ordered. The order is
 * impossible only without a recipient or a valid delivery.
 */
async function cartForReservedOrder(
  sql: Transaction,
  cart: CartRow,
  currentModel: ChannelModel,
): Promise<OrderableCart | undefined> {
  const spliIds = cart.lines.map((line) => line.spliId)
  const areAllOffered = spliIds.every((spliId) => currentModel.offers.has(spliId))
  const model = areAllOffered ? currentModel : await readSoldOffers(sql, currentModel, spliIds)
  return cart.person !== null && deliveryOf(cart, model) !== null ? { cart, model } : undefined
}

/**
 * Places the order. After a permanent failure it returns undefined, and the money is refunded instead of retrying for
 * ever.
 */
async function placeOrderIfPossible(
  shop: Shop,
  sql: Transaction,
  order: OrderableCart & { payment: Payment },
): Promise<string | undefined> {
  try {
    const { number } = await sql.savepoint((sql) => placeOrder(shop, sql, order))
    return number
  } catch (error) {
    if (isConflict(error) || isDatabaseDown(error)) throw error
    shop.log.error({ err: error, payment: order.payment.key }, 'order of a paid cart failed')
    return undefined
  }
}

/** Marks the payment for a refund. `refundOwedMoney` queues it once the known refunds and chargebacks are saved. */
async function refundWithoutOrder(
  shop: Pick<Shop, 'jobs' | 'ports' | 'log' | 'metrics'>,
  sql: Transaction,
  payment: Payment,
) {
  if (payment.outcome === 'held') await releaseHoldOf(shop, sql, payment)
  await sql`
    update payment set state = 'paid', outcome = 'refunded', settled_at = ${shop.ports.clock.now()}
    where key = ${payment.key}`
  shop.metrics.settled.inc({ result: 'refunded' })
  shop.log.warn(
    { payment: payment.key, cart: payment.cart_guid },
    'payment without an order is being refunded',
  )
}

async function pollMoneyLater(
  shop: Pick<Shop, 'ports'>,
  sql: Transaction,
  { key, created_at }: Payment,
  requestedPollAt: Date | null,
) {
  const [oldest] = await listUnfinishedRefunds(sql, key)
  const next = nextMoneyPoll(created_at, oldest?.created_at ?? null, shop.ports.clock.now())
  await sql`update payment set next_poll_at = ${earliest(next, requestedPollAt)} where key = ${key}`
}

const sameMoment = (a: Date | null, b: Date | null) => a?.getTime() === b?.getTime()

/** A cart that was paid in two tabs has two payments. Once it is ordered, the others are cancelled at the provider. */
async function cancelOtherPayments(shop: Pick<Shop, 'jobs'>, sql: Transaction, payment: Payment) {
  const others = await sql<{ key: string }[]>`
    select key from payment
    where cart_guid = ${payment.cart_guid} and key <> ${payment.key} and outcome = 'released'
      and id is not null and next_poll_at is not null`
  await shop.jobs.send(
    sql,
    others.map(({ key }) => ({ name: 'cancel-payment' as const, data: { key } })),
  )
}

async function channelOfPayment(
  shop: Pick<Shop, 'models' | 'holders'>,
  payment: Payment,
): Promise<ChannelModel> {
  const holder = await shop.holders.find(payment.voucher_id)
  const model = holder && (await shop.models.channel(holder.channelId))
  if (!model) throw new Error(`channel of payment ${payment.key} not found`)
  return model
}
