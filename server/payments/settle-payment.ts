import { orderPoints } from '#domain/cart-rules.ts'
import { isFinal, paymentAfter } from '#domain/payment-state.ts'
import { dueCents } from '#domain/points.ts'
import { deliveryOf } from '#server/cart/cart-answer.ts'
import { type CartRow, lockCart } from '#server/cart/cart-queries.ts'
import { type ChannelModel, readSoldOffers } from '#server/catalogue/channel-model.ts'
import { lockStock, placeOrder } from '#server/checkout/place-order.ts'
import { notReady } from '#server/checkout/ready-to-order.ts'
import { isConflict, isDatabaseDown, type Transaction } from '#server/db/database.ts'
import { letGoOf } from '#server/payments/let-go.ts'
import { nextLook } from '#server/payments/next-look.ts'
import { findPayment, lockPayment, type Payment } from '#server/payments/payment-queries.ts'
import type { ProviderPayment } from '#server/ports.ts'
import type { Shop } from '#server/shop.ts'

/** How long what is reserved outlives the payment's own end: news of money may be on its way. */
const GRACE_MINUTES = 10

/**
 * The one way a payment moves on; webhook, return page and poller all call it, as often as they like. It asks
 * the provider anew and then decides under the locks of purse, cart and payment. Money that arrived ends in
 * exactly one order or one recorded refund.
 */
export async function settle(shop: Shop, key: string): Promise<Payment | undefined> {
  const before = await findPayment(shop.sql, key)
  if (!before || before.outcome === 'ordered' || before.outcome === 'refunded') return before
  const told = before.id === null ? undefined : await shop.ports.payments.find(before.id)
  const model = await channelOfPayment(shop, before)

  return shop.sql.begin(async (sql) => {
    const cart = await lockCart(sql, before.voucher_id, before.cart_guid)
    const payment = await lockPayment(sql, key)
    if (!cart || !payment) throw new Error(`payment ${key} has lost its cart`)
    if (payment.outcome === 'ordered' || payment.outcome === 'refunded') return payment
    await decide(shop, sql, { payment, cart, model, told, askedFor: before.id })
    return lockPayment(sql, key)
  })
}

type Makeable = { cart: CartRow; model: ChannelModel }

type Case = {
  payment: Payment
  cart: CartRow
  model: ChannelModel
  told: ProviderPayment | undefined
  /** The id that the provider was asked for; null when it had not been made yet. */
  askedFor: string | null
}

async function decide(
  shop: Shop,
  sql: Transaction,
  { payment, cart, model, told, askedFor }: Case,
) {
  const now = shop.ports.clock.now()
  const known = payment.state === 'creating' ? 'open' : payment.state
  const state = told ? paymentAfter(known, told.state) : known

  // Money that has come has come, whatever we had been told before.
  if (told?.state === 'paid') {
    await sql`update payment set state = 'paid', next_look_at = null where key = ${payment.key}`
    const order = await mayOrder(shop, sql, { payment, cart, model, told, askedFor })
    const number = order && (await orderIfPossible(shop, sql, { ...order, payment }))
    if (number !== undefined) {
      if (payment.outcome !== 'held') await forgetOtherPayments(shop, sql, payment)
      shop.metrics.settled.inc({ result: 'ordered' })
      shop.log.info({ payment: payment.key, order: number }, 'a payment became an order')
      return
    }
    await giveBack(shop, sql, payment, told)
    return
  }

  // A payment the provider has never heard of cannot be paid: nothing more to look for.
  const unknown = askedFor !== null && !told
  const done = isFinal(state) || unknown || (payment.id === null && isStale(payment, now))
  if (done || isStale(payment, now)) {
    if (payment.outcome === 'held') await letGoOf(shop, sql, payment)
    shop.metrics.settled.inc({ result: state })
  }
  const stored = done && !isFinal(state) ? 'expired' : state
  await sql`
    update payment set
      state = ${payment.id === null && !done ? payment.state : stored},
      settled_at = case when ${done} then ${now}::timestamptz end,
      next_look_at = ${done ? null : nextLook(payment.created_at, now)}
    where key = ${payment.key}`
}

function isStale(payment: Payment, now: Date) {
  return now.getTime() > payment.expires_at.getTime() + GRACE_MINUTES * 60_000
}

/**
 * May this money still become the order it was paid for? While it is held, points and pieces were set aside
 * and the cart has not moved. Afterwards only if nothing has changed and all of it can still be had: money
 * wins over a deadline, but never over another holder's gift.
 */
async function mayOrder(
  shop: Shop,
  sql: Transaction,
  { payment, cart, model, told }: Case & { told: ProviderPayment },
): Promise<Makeable | undefined> {
  if (cart.state !== 'open' || cart.version !== payment.cart_version) return undefined
  if (told.cents !== payment.cents || told.currency !== 'EUR') return undefined
  if (told.cartGuid !== null && told.cartGuid !== cart.guid) return undefined
  if (told.refundedCents > 0 || told.chargedBackCents > 0) return undefined
  if (payment.outcome === 'held') return heldOrder(sql, await lockStock(sql, cart), model)

  if (cart.payment) return undefined
  const stocked = await lockStock(sql, cart)
  if (notReady(stocked, model, shop.config.GIFTPOINT_RULE_C_CHANNEL)) return undefined
  const due = dueCents(orderPoints(cart.lines), cart.available)
  return due === payment.cents ? { cart: stocked, model } : undefined
}

/**
 * Points and pieces are set aside, so a gift that left the channel meanwhile is still this holder's. What
 * cannot be mended is a way to the holder that is there no more.
 */
async function heldOrder(
  sql: Transaction,
  cart: CartRow,
  now: ChannelModel,
): Promise<Makeable | undefined> {
  const spliIds = cart.lines.map((line) => line.spliId)
  const allThere = spliIds.every((spliId) => now.offers.has(spliId))
  const model = allThere ? now : await readSoldOffers(sql, now, spliIds)
  return cart.person !== null && deliveryOf(cart, model) !== null ? { cart, model } : undefined
}

/** What fails for a reason that stays must not be tried for ever with the money in between: it goes back. */
async function orderIfPossible(
  shop: Shop,
  sql: Transaction,
  order: Makeable & { payment: Payment },
): Promise<string | undefined> {
  try {
    const { number } = await sql.savepoint((sql) => placeOrder(shop, sql, order))
    return number
  } catch (error) {
    if (isConflict(error) || isDatabaseDown(error)) throw error
    shop.log.error({ err: error, payment: order.payment.key }, 'a paid cart cannot be ordered')
    return undefined
  }
}

/** The one refund of money that found no order; recorded here, sent by a job until it has gone. */
async function giveBack(shop: Shop, sql: Transaction, payment: Payment, told: ProviderPayment) {
  if (payment.outcome === 'held') await letGoOf(shop, sql, payment)
  const now = shop.ports.clock.now()
  const cents = Math.min(payment.cents, told.cents) - told.refundedCents
  await sql`
    update payment set state = 'paid', outcome = 'refunded', settled_at = ${now}, next_look_at = null
    where key = ${payment.key}`
  if (cents > 0) {
    const [refund] = await sql<{ key: string }[]>`
      insert into refund (payment_key, cents, reason, created_at)
      values (${payment.key}, ${cents}, 'no-order', ${now}) returning key`
    if (refund) await shop.jobs.send(sql, [{ name: 'refund', data: { key: refund.key } }])
  }
  shop.metrics.settled.inc({ result: 'refunded' })
  shop.log.warn(
    { payment: payment.key, cart: payment.cart_guid },
    'money without an order goes back',
  )
}

/** Two tabs, two payments: the cart is ordered now, so the provider is asked to close the others. */
async function forgetOtherPayments(shop: Shop, sql: Transaction, payment: Payment) {
  const others = await sql<{ key: string }[]>`
    select key from payment
    where cart_guid = ${payment.cart_guid} and key <> ${payment.key} and outcome = 'let-go'
      and id is not null and next_look_at is not null`
  await shop.jobs.send(
    sql,
    others.map(({ key }) => ({ name: 'cancel-payment' as const, data: { key } })),
  )
}

async function channelOfPayment(shop: Shop, payment: Payment): Promise<ChannelModel> {
  const holder = await shop.holders.find(payment.voucher_id)
  const model = holder && (await shop.models.channel(holder.channelId))
  if (!model) throw new Error(`payment ${payment.key} belongs to no channel`)
  return model
}
