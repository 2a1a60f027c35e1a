import type { Answer } from '#contract/client.shop.ts'
import type { Cart } from '#contract/cart.shop.ts'
import { type ReasonOf, type Refusal, refused } from '#contract/shared/refusals.shop.ts'
import type { Language } from '#domain/language.ts'
import type { PaymentEnd } from '#storefront/checkout/layout/checkout-state.ts'
import { fetchPaymentStatus, isTemporary } from '#storefront/checkout/payment/payment-return.ts'
import { ask, call, Refused } from '#storefront/api/shop-client.ts'

export type NextCart = Answer<'convertCart'>['response']['shoppingcart']

export type Completion =
  | { kind: 'ordered'; orderNumber: string; next: NextCart }
  /** The payment has no result yet. */
  | { kind: 'waiting'; paymentId: string }
  | { kind: 'ended'; end: PaymentEnd; amount: string; cancelUrl: string }
  | { kind: 'refused'; refusal: Refusal<ReasonOf<'convertCart'>> }
  /** No order was requested here. */
  | { kind: 'nothing' }

export type CompletionRequest = {
  /** The cart that this page must order, from the previous page or an earlier attempt. */
  ordered: string | null
  /** That cart, or else the session's. */
  cart: string
  paymentId: string | null
  byCard: boolean
  language: Language
  readCart: () => Promise<Cart>
}

/**
 * Turns the data from the return of the browser into one order. Idempotent: repetition changes nothing, and no cart
 * is ordered without a request.
 */
export async function completeOrder(completion: CompletionRequest): Promise<Completion> {
  const { paymentId, byCard, ordered, cart, language } = completion
  const payment = paymentId === null ? null : await fetchPaymentStatus(paymentId)
  if (paymentId !== null && payment) {
    const { status, refunded, amount, cancelUrl } = payment
    if (refunded) return { kind: 'ended', end: 'refunded', amount, cancelUrl }
    if (status === 'open' || status === 'pending') return { kind: 'waiting', paymentId }
    if (status !== 'paid') return { kind: 'ended', end: status, amount, cancelUrl }
  }
  if (ordered === null && !payment) return latestOrder(completion)
  const method = byCard ? 'MOL' : 'FC'
  const placed = await call('convertCart', { cart_guid: cart, payment_method: method, language })
  if (!refused(placed)) {
    const { order_number, shoppingcart } = placed.response
    return { kind: 'ordered', orderNumber: order_number, next: shoppingcart }
  }
  // After a payment, a temporary outage must not send the holder back to pay again.
  if (isTemporary(placed)) throw new Refused(placed)
  if (refused(placed, 'refunded')) {
    return { kind: 'ended', end: 'refunded', amount: payment?.amount ?? '', cancelUrl: '' }
  }
  // The payment was for a cart that this window does not have: another window has completed it.
  if (payment?.order_number) return latestOrder(completion)
  return { kind: 'refused', refusal: placed }
}

/**
 * Without an order from this window, a payment may be open in another window, or the order exists already. A cart
 * with gifts stays as it is: opening an address must not place an order.
 */
async function latestOrder({ readCart }: Pick<CompletionRequest, 'readCart'>): Promise<Completion> {
  const cart = await readCart()
  if (cart.open_payment) return { kind: 'waiting', paymentId: cart.open_payment.id }
  if (cart.shopping_cart_items.length > 0) return { kind: 'nothing' }
  const [latest] = (await ask('orders', {})).response
  if (!latest || latest.state === 'cancelled') return { kind: 'nothing' }
  return {
    kind: 'ordered',
    orderNumber: latest.order_number,
    next: {
      cart_guid: cart.cart_guid,
      available_points: cart.totals.voucher_points,
      number_of_products: cart.Totals.number_of_products,
    },
  }
}
