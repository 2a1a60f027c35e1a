import type { RefusalCode } from '#contract/shared/refusals.shop.ts'
import { CART_PROBLEM_TEXTS, MAX_GIFT_QUANTITY } from '#domain/cart/cart-rules.ts'

/** Text keys of messages for holders. Editors write these texts. */
const TEXTS = {
  ...CART_PROBLEM_TEXTS,
  'undo-closed': 'messageUndoClosed',
  'undo-open': 'messageUndoOpen',
  'order-cancelled': 'messageOrderCancelled',
  'no-home-delivery': 'messageNoHomeDelivery',
  'nothing-to-withdraw': 'messageNothingToWithdraw',
  'not-withdrawable': 'messageNotWithdrawable',
  'too-many-withdrawn': 'messageTooManyWithdrawn',
  'voucher-expired': 'voucherExpired',
  'voucher-blocked': 'voucherBlocked',
  'waits-for-approval': 'waitsForApproval',
  'acting-limit': 'actingLimit',
  'too-many-attempts': 'tooManyAttempts',
  'address-invalid': 'addressInvalid',
}

/** Messages for client developers. */
const SENTENCES = {
  'invalid-input': 'The input is invalid.',
  'no-session': 'Log in first. The token is missing, unknown or expired.',
  preview: 'This is a preview. It shows what a voucher holder sees and saves nothing.',
  'not-found': 'There is nothing at this address.',
  'no-such-cart': 'This cart does not exist.',
  'no-such-gift': 'This gift is not offered here.',
  'no-such-line': 'This line is not in the cart.',
  'no-such-order': 'This order does not exist.',
  'no-such-payment': 'This payment does not exist.',
  'no-such-page': 'No configuration found for URL key',
  'no-such-wishlist': 'This wishlist does not exist.',
  'no-such-choice': 'This link does not exist or has expired.',
  'choice-over': 'A choice has already been made, or the time to choose is over.',
  'no-such-ticket': 'This ticket does not exist, has been used or has expired.',
  'no-such-address': 'This does not match exactly one address.',
  'not-your-code': 'This code does not belong to the session.',
  'amount-differs': 'The amount differs from what this cart costs on top of its points.',
  'nothing-to-pay': 'The points cover this cart, so nothing is due by card.',
  'not-paid': 'The payment for this cart has not been completed.',
  'not-offered': 'This delivery method was not offered for this cart.',
  'cart-ordered': 'This cart has already been ordered.',
  'too-many-requests': 'Too many requests. Try again in a moment.',
  'too-many': `A line can hold at most ${MAX_GIFT_QUANTITY} of one gift.`,
  'too-many-lines': 'The cart is full.',
  'wishlist-full': 'The wishlist is full.',
  'personal-data-missing': 'Name and email address are still missing.',
  'delivery-missing': 'The delivery details are still missing.',
  'delivery-not-allowed': 'The chosen delivery is not possible for this cart.',
  refunded: 'The cart had changed, so the payment is being refunded.',
  unavailable: 'The shop is temporarily unavailable. Try again in a moment.',
  'service-down': 'An external service is not responding. Try again in a moment.',
  'too-large': 'The request is too large.',
}

/** The default message of each refusal. A reason without one does not compile. */
export const REFUSAL_MESSAGES: Readonly<Record<RefusalCode, string>> = { ...TEXTS, ...SENTENCES }
