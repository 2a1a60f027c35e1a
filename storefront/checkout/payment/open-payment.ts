import type { Cart } from '#contract/cart.shop.ts'
import { type ReasonOf, type Refusal, refused } from '#contract/shared/refusals.shop.ts'
import type { Language } from '#domain/language.ts'
import { SESSION, store } from '#storefront/storage/browser-storage.ts'
import { call } from '#storefront/api/shop-client.ts'

/** For the same cart the server returns the same payment. */
export async function startPayment({
  cart,
  description,
  language,
}: {
  cart: Cart
  description: string
  language: Language
}): Promise<{ paymentUrl: string } | Refusal<ReasonOf<'createPayment'>>> {
  const created = await call('createPayment', {
    cart_guid: cart.cart_guid,
    amount: cart.totals.amount_due,
    description,
    redirectUrl: `${location.origin}/confirmation?extra_payments=1`,
    cancelUrl: `${location.origin}/checkout`,
    language,
  })
  if (refused(created)) return created
  store(SESSION.paymentId, created.id)
  // The cart to which the browser returns, whichever cart this window had before.
  store(SESSION.cartGuid, cart.cart_guid)
  return { paymentUrl: created.paymentUrl }
}
