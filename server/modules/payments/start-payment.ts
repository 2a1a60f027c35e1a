import { randomUUID } from 'node:crypto'

import { type Refusal, refuse } from '#contract/shared/refusals.shop.ts'
import { orderPoints } from '#domain/cart/cart-rules.ts'
import { centsFromEuros, dueCents, pointsPaid } from '#domain/vouchers/points.ts'
import type { Language } from '#domain/language.ts'
import { type CartRow, lockCart } from '#server/modules/cart/cart.sql.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import { lockStock } from '#server/modules/checkout/placement/place-order.ts'
import { type NotReady, notReady } from '#server/modules/checkout/placement/ready-to-order.ts'
import {
  type VoucherRefusal,
  voucherRefusal,
} from '#server/modules/checkout/placement/voucher-still-valid.ts'
import { findPointsLeftForRecipients } from '#server/modules/staff/staff-points-limit.sql.ts'
import { actingStaffId } from '#server/platform/db/impersonation-context.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { notify, notifyLater } from '#server/platform/db/change-events.ts'
import { releaseHoldOf } from '#server/modules/cart/release-hold.ts'
import { findHeldPayment, type Payment } from '#server/modules/payments/payment.sql.ts'
import { webhookUrl } from '#server/modules/payments/webhook-address.ts'
import {
  type NewPayment,
  type ProviderPayment,
  ServiceDown,
  ServiceRefused,
} from '#server/platform/services/service-ports.ts'
import { notifyHolderChange } from '#server/modules/sessions/notify-holder-change.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { reservePoints } from '#server/modules/vouchers/ledger.sql.ts'

/** How long points and units are reserved at first. Once the provider has the payment, its expiry applies. */
const RESERVATION_MINUTES = 20

export type PaymentRequest = {
  voucherId: number
  guid: string | null
  amount: string
  description: string
  redirectUrl: string
  cancelUrl: string
  language: Language
}

export type HoldRefusal = Refusal<
  | NotReady
  | VoucherRefusal
  | 'no-such-cart'
  | 'cart-ordered'
  | 'amount-differs'
  | 'nothing-to-pay'
  | 'service-down'
  | 'acting-limit'
>

/**
 * Starts a payment in three steps. Each may be the last before a crash: reserve points and units (a transaction), create
 * the payment at the provider with our own key (repeatable), save its response (a transaction). A repeated call gets the
 * same payment.
 */
export async function reserveAndStartPayment(
  shop: Shop,
  model: ChannelModel,
  request: PaymentRequest,
): Promise<{ id: string; paymentUrl: string } | HoldRefusal> {
  const reserved = await shop.sql.begin((sql) => reserve(shop, sql, model, request))
  if ('refused' in reserved) return reserved
  notifyHolderChange(shop, request.voucherId)
  if (reserved.id && reserved.checkout_url)
    return { id: reserved.id, paymentUrl: reserved.checkout_url }
  return createAtProvider(shop, reserved, request.description)
}

async function reserve(
  shop: Pick<Shop, 'jobs' | 'ports' | 'config'>,
  sql: Transaction,
  model: ChannelModel,
  request: PaymentRequest,
): Promise<Payment | HoldRefusal> {
  const cart = await lockCart(sql, request.voucherId, request.guid)
  if (!cart) return refuse('no-such-cart')
  if (cart.state === 'ordered') return refuse('cart-ordered')
  const voucherProblem = await voucherRefusal(sql, request.voucherId, shop.ports.clock.now())
  if (voucherProblem) return voucherProblem
  const stocked = await lockStock(sql, cart)
  const problem = notReady(stocked, model, shop.config.GIFTPOINT_RULE_C_CHANNEL)
  if (problem) return problem

  const total = orderPoints(cart.lines)
  const cents = dueCents(total, cart.available)
  if (cents === 0) return refuse('nothing-to-pay')
  if (centsFromEuros(request.amount) !== cents) return refuse('amount-differs', { field: 'amount' })

  const existing = await findHeldPayment(sql, cart.guid)
  if (
    existing &&
    existing.cents === cents &&
    existing.cart_version === cart.version &&
    isPayable(shop, existing)
  ) {
    return existing
  }
  const newPayment = {
    request,
    cents,
    points: pointsPaid(total, cart.available),
  }
  if (!(await isWithinStaffLimit(shop, sql, cart, newPayment.points))) return refuse('acting-limit')
  if (existing) await releaseHoldOf(shop, sql, existing)
  return insertPayment(shop, sql, stocked, newPayment)
}

/**
 * If staff act for a recipient, the points of the order count towards their limit as soon as they are reserved. Above
 * the limit no payment starts, because a payment cannot wait for approval.
 */
async function isWithinStaffLimit(
  shop: Pick<Shop, 'ports'>,
  sql: Transaction,
  cart: CartRow,
  points: number,
) {
  const staffId = actingStaffId()
  if (staffId === undefined) return true
  const now = shop.ports.clock.now()
  return points <= (await findPointsLeftForRecipients(sql, { staffId, exceptCart: cart.guid, now }))
}

function isPayable(shop: Pick<Shop, 'ports'>, payment: Payment) {
  return (
    (payment.state === 'creating' || payment.state === 'open') &&
    payment.expires_at > shop.ports.clock.now()
  )
}

async function insertPayment(
  shop: Pick<Shop, 'ports'>,
  sql: Transaction,
  cart: CartRow,
  { request, cents, points }: { request: PaymentRequest; cents: number; points: number },
): Promise<Payment> {
  const now = shop.ports.clock.now()
  await notifyLater(sql)
  const reservation = await reservePoints(sql, {
    voucherId: request.voucherId,
    points,
    cartGuid: cart.guid,
    at: now,
  })
  const [payment] = await sql<Payment[]>`
    insert into payment (key, provider, cart_guid, cart_version, voucher_id, cents, points, language,
      redirect_url, cancel_url, reservation_id, created_at, expires_at, next_poll_at)
    values (${randomUUID()}, ${shop.ports.payments.provider}, ${cart.guid},
      ${cart.version}, ${request.voucherId}, ${cents}, ${points}, ${request.language}, ${request.redirectUrl},
      ${request.cancelUrl}, ${reservation}, ${now}, ${minutesAfter(now, RESERVATION_MINUTES)}, ${minutesAfter(now, 1)})
    returning *`
  if (!payment) throw new Error('insert of the payment returned no row')

  const units = new Map<string, number>()
  for (const line of cart.lines) {
    if (line.inStock !== null) units.set(line.sku, (units.get(line.sku) ?? 0) + line.quantity)
  }
  const rows = [...units]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([sku, quantity]) => ({ payment_key: payment.key, sku, quantity }))
  if (rows.length > 0) await sql`insert into stock_reservation ${sql(rows)}`
  await notify(sql, 'voucher', String(request.voucherId))
  return payment
}

async function createAtProvider(shop: Shop, payment: Payment, description: string) {
  try {
    const created = await createWithReachableWebhook(shop, {
      key: payment.key,
      cartGuid: payment.cart_guid,
      cents: payment.cents,
      description: description || `Giftpoint ${payment.cart_guid.slice(0, 8)}`,
      language: payment.language,
      redirectUrl: payment.redirect_url,
      cancelUrl: payment.cancel_url,
      webhookUrl: webhookUrl(shop),
    })
    if (!created.checkoutUrl)
      throw new ServiceDown('payments', 'the created payment has no checkout URL')
    await saveProviderPayment(shop, payment, created.id, created.checkoutUrl, created.expiresAt)
    return { id: created.id, paymentUrl: created.checkoutUrl }
  } catch (error) {
    if (error instanceof ServiceDown || error instanceof ServiceRefused) {
      shop.log.warn({ err: error, payment: payment.key }, 'payment failed to start')
      // A refusal is final for this key. The reservation is released, and the next attempt gets a new key.
      if (error instanceof ServiceRefused) await releaseReservation(shop, payment)
      const retryAfterSeconds = (error instanceof ServiceDown && error.retryAfterSeconds) || 5
      return refuse('service-down', { retryAfterSeconds })
    }
    throw error
  }
}

/** If the provider rejects the webhook address, the payment is created without one: polling finds the result, too. */
async function createWithReachableWebhook(
  { ports, log }: Pick<Shop, 'ports' | 'log'>,
  request: NewPayment,
): Promise<ProviderPayment> {
  try {
    return await ports.payments.create(request)
  } catch (error) {
    const unreachable = error instanceof ServiceRefused && error.field === 'webhookUrl'
    if (!unreachable || request.webhookUrl === null) throw error
    log.error({ err: error }, 'payment provider cannot reach PUBLIC_URL; payments are polled only')
    return ports.payments.create({ ...request, webhookUrl: null })
  }
}

async function releaseReservation(
  shop: Pick<Shop, 'sql' | 'jobs' | 'ports' | 'changeEvents' | 'holders'>,
  { key, voucher_id, cart_guid }: Payment,
) {
  await shop.sql.begin(async (sql) => {
    const cart = await lockCart(sql, voucher_id, cart_guid)
    const current = cart && (await findHeldPayment(sql, cart.guid))
    // Another payment may have replaced this one meanwhile. That one stays reserved.
    if (current?.key === key && current.id === null) await releaseHoldOf(shop, sql, current)
  })
  notifyHolderChange(shop, voucher_id)
}

/** Saves the payment's id, even if the cart has changed meanwhile: then the payment is cancelled at the provider. */
async function saveProviderPayment(
  shop: Pick<Shop, 'sql' | 'jobs' | 'ports'>,
  payment: Payment,
  id: string,
  checkoutUrl: string,
  expiresAt: Date | null,
) {
  await shop.sql.begin(async (sql) => {
    const [saved] = await sql<{ outcome: string }[]>`
      update payment set id = ${id}, checkout_url = ${checkoutUrl},
        -- Until the provider has given it an id, any stored state is a guess.
        state = case when id is null then 'open' else state end,
        expires_at = coalesce(${expiresAt}, expires_at),
        next_poll_at = ${new Date(shop.ports.clock.now().getTime() + 10_000)}
      where key = ${payment.key} returning outcome`
    if (saved?.outcome === 'released') {
      await shop.jobs.send(sql, [{ name: 'cancel-payment', data: { key: payment.key } }])
    }
  })
}

const minutesAfter = (date: Date, minutes: number) => new Date(date.getTime() + minutes * 60_000)
