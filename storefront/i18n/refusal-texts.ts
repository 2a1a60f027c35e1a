import type { CommonRefusal, ReasonOf } from '#contract/shared/refusals.shop.ts'
import { CART_PROBLEM_TEXTS, type CartProblemCode } from '#domain/cart/cart-rules.ts'
import type { ReadName } from '#storefront/api/shop-client.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'

/** Where an editors' text is: its component and key. `resolvedIn` is the page that resolves the problem, if not this one. */
type TextSource<From extends string> = {
  readonly from: From
  readonly key: string
  readonly resolvedIn?: 'cart' | 'details' | 'service'
}

/** The text of each reason. A reason without a text does not compile. */
export type Texts<Reason extends string, From extends string = 'common'> = Readonly<
  Record<Reason, TextSource<From | 'common'>>
>

const common = (key: string) => ({ from: 'common', key }) as const
const basket = (key: string) => ({ from: 'basket', key }) as const
const delivery = (key: string) => ({ from: 'delivery', key }) as const
const order = (key: string) => ({ from: 'order', key }) as const

/** For refusals that a working page never gets and that recipients cannot resolve. */
const WENT_WRONG = common('somethingWentWrong')

export const ANY_CALL: Texts<CommonRefusal> = {
  'invalid-input': WENT_WRONG,
  'no-session': WENT_WRONG,
  preview: common('inPreview'),
  'not-found': WENT_WRONG,
  'too-large': WENT_WRONG,
  'too-many-requests': common('tooManyRequests'),
  unavailable: common('serverDown'),
}

/** Refusals that are thrown, except the one whose text is in the specification. */
type Thrown = Exclude<ReasonOf<ReadName>, 'no-such-page'> | 'service-down'

export const READ_TEXTS: Texts<Thrown> = {
  ...ANY_CALL,
  'no-such-gift': common('noLongerOffered'),
  'no-such-order': common('noSuchOrder'),
  'no-such-cart': WENT_WRONG,
  'no-such-line': WENT_WRONG,
  'cart-ordered': WENT_WRONG,
  'undo-closed': WENT_WRONG,
  'not-your-code': WENT_WRONG,
  'service-down': common('serverDown'),
}

/** Adding a gift to the cart. */
export const ADD_TEXTS: Texts<ReasonOf<'changeCart'>> = {
  ...ANY_CALL,
  'no-such-gift': common('noLongerOffered'),
  'too-many': common('tooManyPieces'),
  'too-many-lines': common('cartFull'),
  'no-such-cart': WENT_WRONG,
  'no-such-line': WENT_WRONG,
  'cart-ordered': WENT_WRONG,
}

/** A line of the cart on the cart page. */
export const LINE_TEXTS: Texts<ReasonOf<'changeCart'>, 'basket'> = {
  ...ANY_CALL,
  'no-such-line': basket('changedElsewhere'),
  'no-such-cart': basket('changedElsewhere'),
  'cart-ordered': basket('changedElsewhere'),
  'no-such-gift': basket(CART_PROBLEM_TEXTS['no-longer-offered']),
  'too-many': basket('tooMany'),
  'too-many-lines': basket('tooMany'),
}

export const WISH_TEXTS: Texts<ReasonOf<'addWish' | 'removeWish'>> = {
  ...ANY_CALL,
  'wishlist-full': common('wishlistFull'),
  'no-such-gift': common('noLongerOffered'),
  'no-such-wishlist': WENT_WRONG,
  'not-your-code': WENT_WRONG,
}

/** Refusals of a payment or an order. */
export type OrderReason = ReasonOf<'createPayment' | 'convertCart'>

const resolvedInCart = (code: CartProblemCode) =>
  ({ ...basket(CART_PROBLEM_TEXTS[code]), resolvedIn: 'cart' }) as const
const DETAILS_MISSING = { ...delivery('personalDataMissing'), resolvedIn: 'details' } as const

export const ORDER_TEXTS: Texts<OrderReason, 'basket' | 'delivery' | 'mollie'> = {
  ...ANY_CALL,
  'invalid-input': DETAILS_MISSING,
  'cart-empty': resolvedInCart('cart-empty'),
  'use-all-points': resolvedInCart('use-all-points'),
  'points-limit-exceeded': resolvedInCart('points-limit-exceeded'),
  'sold-out': resolvedInCart('sold-out'),
  'not-enough-stock': resolvedInCart('not-enough-stock'),
  'no-longer-offered': resolvedInCart('no-longer-offered'),
  'points-changed': resolvedInCart('points-changed'),
  'personal-data-missing': DETAILS_MISSING,
  'delivery-missing': DETAILS_MISSING,
  'delivery-not-allowed': delivery('notOffered'),
  'amount-differs': delivery('amountChanged'),
  'nothing-to-pay': delivery('amountChanged'),
  'not-paid': delivery('amountChanged'),
  'voucher-expired': { ...basket(CART_PROBLEM_TEXTS['voucher-expired']), resolvedIn: 'service' },
  'voucher-blocked': { ...delivery('voucherBlocked'), resolvedIn: 'service' },
  // Only staff who order for a recipient see these two.
  'waits-for-approval': delivery('waitsForApproval'),
  'acting-limit': delivery('actingLimit'),
  'service-down': { from: 'mollie', key: 'unavailable' },
  'no-such-cart': WENT_WRONG,
  'cart-ordered': WENT_WRONG,
  refunded: WENT_WRONG,
}

/** Refusals of a change to an order. */
export type ChangeReason = ReasonOf<
  'cancelOrder' | 'reopenOrder' | 'changeOrderAddress' | 'changeOrderDelivery' | 'withdrawOrder'
>

export const CHANGE_TEXTS: Texts<ChangeReason, 'order'> = {
  ...ANY_CALL,
  'no-such-order': common('noSuchOrder'),
  'undo-closed': order('messageUndoClosed'),
  'undo-open': order('messageUndoOpen'),
  'order-cancelled': order('messageOrderCancelled'),
  'no-home-delivery': order('messageNoHomeDelivery'),
  'nothing-to-withdraw': order('messageNothingToWithdraw'),
  'not-withdrawable': order('messageNotWithdrawable'),
  'too-many-withdrawn': order('messageTooManyWithdrawn'),
  'no-such-line': WENT_WRONG,
  'not-offered': WENT_WRONG,
  'address-invalid': WENT_WRONG,
}

/** Whether these texts have the reason. A newer server may return a reason that this page does not know. */
export function hasReason<Reason extends string, From extends string>(
  texts: Texts<Reason, From>,
  reason: string,
): reason is Reason {
  return Object.hasOwn(texts, reason)
}

export function sourceOf<Reason extends string, From extends string>(
  texts: Texts<Reason, From>,
  reason: Reason,
): TextSource<From | 'common'> {
  return hasReason(texts, reason) ? texts[reason] : WENT_WRONG
}

/** The text of a reason, from the texts of the page. */
export function sentenceFor<Reason extends string, From extends string>(
  texts: Texts<Reason, From>,
  reason: Reason,
  pageTexts: Readonly<Record<From | 'common', Pick<PageTexts, 'text'>>>,
  fallback = '',
): string {
  const { from, key } = sourceOf(texts, reason)
  return pageTexts[from].text(key) || pageTexts.common.text('somethingWentWrong', {}, fallback)
}
