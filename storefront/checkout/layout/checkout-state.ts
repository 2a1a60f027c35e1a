import type { Refusal } from '#contract/shared/refusals.shop.ts'
import { knows, ORDER_TEXTS, type OrderReason } from '#storefront/i18n/refusal-texts.ts'

/** How a payment ended that became no order. */
export const PAYMENT_ENDS = ['canceled', 'failed', 'expired', 'refunded'] as const
export type PaymentEnd = (typeof PAYMENT_ENDS)[number]

/**
 * Data that one checkout page passes to the next, in the entry of the browser history. It survives a reload, belongs
 * only to this page of this tab, and is not part of the address.
 */
export type CheckoutState = {
  ended?: PaymentEnd
  /** Euros with two decimals that come back. */
  amount?: string
  refusal?: Refusal<OrderReason>
}

/** To step 2 from the review: what was chosen there stays chosen. */
export type DetailsState = { keepChoice?: boolean }
export const RETAIN_CHOICE: DetailsState = { keepChoice: true }

export const keepsChoice = (state: unknown) => ((state ?? {}) as DetailsState).keepChoice === true

export function checkoutState(state: unknown): CheckoutState {
  const { ended, amount, refusal } = (state ?? {}) as CheckoutState
  return {
    ...(ended && PAYMENT_ENDS.includes(ended) ? { ended } : {}),
    ...(typeof amount === 'string' ? { amount } : {}),
    ...(refusal && knows(ORDER_TEXTS, refusal.refused) ? { refusal } : {}),
  }
}
