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
  'no-session': 'Log in first: the token is missing, unknown or has ended.',
  preview: 'This is a preview: it reads what a holder would, and writes nothing.',
  'not-found': 'There is nothing at this address.',
  'no-such-cart': 'This cart does not exist.',
  'no-such-gift': 'This gift is not offered here.',
  'no-such-line': 'This line is not in the cart.',
  'no-such-order': 'This order does not exist.',
  'no-such-payment': 'This payment does not exist.',
  'no-such-page': 'No configuration found for URL key',
  'no-such-wishlist': 'This wishlist does not exist.',
  'no-such-choice': 'This link does not exist, or its choice is long over.',
  'choice-over': 'This has been chosen already, or the time for it is over.',
  'no-such-ticket': 'This ticket does not exist, has been used or has expired.',
  'no-such-address': 'This is not one single address.',
  'not-your-code': 'This code does not belong to the session.',
  'amount-differs': 'The amount is not what this cart costs above its points.',
  'nothing-to-pay': 'The points cover this cart: nothing is due by card.',
  'not-paid': 'The payment of this cart has not been paid.',
  'not-offered': 'This delivery method was not offered for this cart.',
  'cart-ordered': 'This cart has been ordered already.',
  'too-many-requests': 'Too many requests; wait a moment.',
  'too-many': `At most ${MAX_GIFT_QUANTITY} of one gift fit in a line.`,
  'too-many-lines': 'The cart is full.',
  'wishlist-full': 'The wishlist is full.',
  'personal-data-missing': 'Name and e-mail address are still missing.',
  'delivery-missing': 'Where the gifts go is still missing.',
  'delivery-not-allowed': 'The chosen delivery does not fit this cart.',
  refunded: 'The cart had changed, so the money is on its way back.',
  unavailable: 'The shop cannot answer just now; try again in a moment.',
  'service-down': 'A service we depend on does not answer; try again in a moment.',
  'too-large': 'This is more than the shop takes.',
}

/** The Message of each refusal, unless the call has a nearer one. A reason without one does not compile. */
export const REFUSAL_MESSAGES: Readonly<Record<RefusalCode, string>> = { ...TEXTS, ...SENTENCES }
