import { type Refusal, refuse } from '#contract/shared/refusals.shop.ts'
import { orderPoints } from '#domain/cart/cart-rules.ts'
import type { Language } from '#domain/language.ts'
import { dueCents } from '#domain/vouchers/points.ts'
import { type CartRow, findCart, lockCart } from '#server/modules/cart/cart.sql.ts'
import { waitsForApproval } from '#server/modules/checkout/order-approval.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import {
  placeIfUnchanged,
  type PlacedOrder,
  placeOrder,
} from '#server/modules/checkout/placement/place-order.ts'
import { type NotReady, notReady } from '#server/modules/checkout/placement/ready-to-order.ts'
import {
  type VoucherRefusal,
  voucherRefusal,
} from '#server/modules/checkout/placement/voucher-still-valid.ts'
import { actingStaffId } from '#server/platform/db/impersonation-context.ts'
import type { Queries, Transaction } from '#server/platform/db/database.ts'
import { pollAgain } from '#server/modules/payments/poll-provider.ts'
import { releaseHold } from '#server/modules/cart/release-hold.ts'
import { listPaymentsOfCart } from '#server/modules/payments/payment.sql.ts'
import { hasEndedUnpaid } from '#server/modules/payments/reconcile-payment.ts'
import { ServiceDown } from '#server/platform/services/service-ports.ts'
import { notifyHolderChange } from '#server/modules/sessions/notify-holder-change.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

export type ConvertRefusal = Refusal<
  | NotReady
  | VoucherRefusal
  | 'no-such-cart'
  | 'not-paid'
  | 'nothing-to-pay'
  | 'refunded'
  | 'service-down'
  | 'waits-for-approval'
>

/** The next cart and the remaining points are known only to the request that placed the order. */
type Converted = { number: string } & Partial<PlacedOrder>

type Conversion = { voucherId: number; guid: string | null; language: Language | undefined }

/**
 * Orders a cart on points. Tries without locks first. If the cart has changed meanwhile, it is read again under its
 * locks.
 */
export async function convertWithPoints(
  shop: Shop,
  model: ChannelModel,
  conversion: Conversion,
): Promise<Converted | ConvertRefusal> {
  const converted =
    (await orderIfUnchanged(shop, model, conversion)) ??
    (await shop.sql.begin((sql) =>
      orderWithPoints(shop, sql, model, conversion, (cart) =>
        waitsForApproval(shop, sql, cart, model),
      ),
    ))
  if ('number' in converted) notifyHolderChange(shop, conversion.voucherId)
  return converted
}

/**
 * Orders a cart that is ready, without locking it first. Returns undefined if it must be read again under its locks.
 */
async function orderIfUnchanged(
  shop: Shop,
  model: ChannelModel,
  { voucherId, guid, language }: Conversion,
): Promise<PlacedOrder | undefined> {
  // If staff act for a recipient, their limit is checked under the locks.
  if (actingStaffId() !== undefined) return undefined
  const cart = await findCart(shop.sql, voucherId, guid)
  if (!cart || cart.state !== 'open' || cart.payment) return undefined
  if (notReady(cart, model, shop.config.GIFTPOINT_RULE_C_CHANNEL)) return undefined
  if (dueCents(orderPoints(cart.lines), cart.available) > 0) return undefined
  return placeIfUnchanged(shop, { cart, language: language ?? cart.language, model })
}

/** Places the order, or returns why it cannot be placed; `mayPlace` is called last, before anything is written. */
export async function orderWithPoints(
  shop: Shop,
  sql: Transaction,
  model: ChannelModel,
  { voucherId, guid, language }: Conversion,
  checkBeforePlacing: (cart: CartRow) => Promise<ConvertRefusal | undefined>,
): Promise<Converted | ConvertRefusal> {
  // Sent together in one round trip.
  const [cart, voucherProblem] = await Promise.all([
    lockCart(sql, voucherId, guid, { withStock: true }),
    voucherRefusal(sql, voucherId, shop.ports.clock.now()),
  ])
  if (!cart) return refuse('no-such-cart')
  const before = await findEarlierOrder(sql, cart, guid, 'FC')
  if (before) return { number: before }
  if (voucherProblem) return voucherProblem
  const problem = notReady(cart, model, shop.config.GIFTPOINT_RULE_C_CHANNEL)
  if (problem) return problem
  if (dueCents(orderPoints(cart.lines), cart.available) > 0) return refuse('not-paid')
  const ordered = language ? { ...cart, language } : cart
  const refusal = await checkBeforePlacing(ordered)
  if (refusal) return refusal

  // The open payment is not needed: its points and units are released first.
  await releaseHold(shop, sql, cart)
  return placeOrder(shop, sql, { cart: ordered, model, payment: null })
}

/** A cart has one payment in progress, and few abandoned ones that are still open. The poller checks the others. */
const MAX_POLLED = 8

/** Asks the provider whether the card payment is complete, whatever the browser reports. */
export async function convertPaidCart(
  shop: Shop,
  { voucherId, guid }: Conversion,
): Promise<Converted | ConvertRefusal> {
  const cart = await findCart(shop.sql, voucherId, guid)
  if (!cart) return refuse('no-such-cart')
  const before = await findEarlierOrder(shop.sql, cart, guid, 'MOL')
  if (before) return { number: before }

  const payments = await listPaymentsOfCart(shop.sql, cart.guid)
  const unsettled = payments.filter((payment) => !hasEndedUnpaid(payment)).slice(0, MAX_POLLED)
  const results = await Promise.allSettled(unsettled.map(({ key }) => pollAgain(shop, key)))
  const polled = results.flatMap((result) =>
    result.status === 'fulfilled' && result.value ? [result.value] : [],
  )
  const number = polled.find((payment) => payment.order_number !== null)?.order_number
  if (number) {
    shop.holders.erase(voucherId)
    return { number }
  }
  for (const result of results) {
    if (result.status === 'fulfilled') continue
    if (!(result.reason instanceof ServiceDown)) throw result.reason
    return refuse('service-down', { retryAfterSeconds: result.reason.retryAfterSeconds ?? 5 })
  }
  if ([...payments, ...polled].some(({ outcome }) => outcome === 'refunded'))
    return refuse('refunded')
  if (cart.lines.length === 0) return refuse('cart-empty')
  return payments.length === 0 && isCovered(cart) ? refuse('nothing-to-pay') : refuse('not-paid')
}

const isCovered = (cart: CartRow) => dueCents(orderPoints(cart.lines), cart.available) === 0

/**
 * The number of the order that an earlier, identical request created. A repeat without a cart id finds the next cart,
 * which was created together with that order, perhaps by a webhook. As long as that cart is empty and unchanged, the
 * repeat is about the latest order, unless that one is cancelled or was paid in another way.
 */
async function findEarlierOrder(
  sql: Queries,
  cart: CartRow,
  guid: string | null,
  method: 'MOL' | 'FC',
): Promise<string | undefined> {
  if (cart.orderNumber !== null) return cart.orderNumber
  if (guid !== null || cart.version > 1 || cart.lines.length > 0) return undefined
  const [latest] = await sql<{ number: string; cents_paid: number; state: string }[]>`
    select number, cents_paid, state from orders where voucher_id = ${cart.voucherId}
    order by placed_at desc, number desc limit 1`
  if (!latest || latest.state === 'cancelled') return undefined
  return latest.cents_paid > 0 === (method === 'MOL') ? latest.number : undefined
}
