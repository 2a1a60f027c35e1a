import type { Refusal } from '#contract/shared/refusals.shop.ts'
import { hasReason, ORDER_TEXTS, type OrderReason } from '#storefront/i18n/refusal-texts.ts'

/** Results of a payment that did not become an order. */
export const PAYMENT_ENDS = ['canceled', 'failed', 'expired', 'refunded'] as const
export type PaymentEnd = (typeof PAYMENT_ENDS)[number]

/**
 * Data that one checkout page passes to the next, in the entry of the browser history. It survives a reload, belongs
 * only to this page of this tab, and is not part of the address.
 */
export type CheckoutState = {
  ended?: PaymentEnd
  /** The refunded amount in euros with two decimals. */
  amount?: string
  refusal?: Refusal<OrderReason>
}

/** From the review back to step 2: the choices there are kept. */
export type DetailsState = { keepChoice?: boolean }
export const KEEP_CHOICE: DetailsState = { keepChoice: true }

export const keepsChoice = (state: unknown) => ((state ?? {}) as DetailsState).keepChoice === true

export function checkoutState(state: unknown): CheckoutState {
  const { ended, amount, refusal } = (state ?? {}) as CheckoutState
  return {
    ...(ended && PAYMENT_ENDS.includes(ended) ? { ended } : {}),
    ...(typeof amount === 'string' ? { amount } : {}),
    ...(refusal && hasReason(ORDER_TEXTS, refusal.refused) ? { refusal } : {}),
  }
}
