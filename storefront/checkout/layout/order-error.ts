import type { Problem } from '#contract/cart.shop.ts'
import type { Refusal } from '#contract/shared/refusals.shop.ts'
import {
  ORDER_TEXTS,
  type OrderReason,
  valuesOf,
  sentenceFor,
} from '#storefront/i18n/refusal-texts.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'

/** Why the order is not possible now, and where to resolve that. Null if it is resolved on this page. */
export type OrderProblem = {
  text: string
  link: { to: string; label: string } | null
  /** Information rather than an error: the order was requested. */
  calm?: boolean
}

export type ProblemTexts = {
  delivery: PageTexts
  basket: PageTexts
  mollie: PageTexts
  common: PageTexts
  /** The name of the gift in the basket and its current price as text. */
  giftOf: (spliId: string | undefined) => { name: string; points: string } | undefined
}

/** 'One point' has its own text, if the editors wrote one. */
export function wordedFor(key: string, points: number | undefined, words: PageTexts) {
  return points === 1 && words.has(`${key}One`) ? `${key}One` : key
}

/** The only problem that cannot be solved in the cart. */
export const hasExpired = (problems: Problem[]) =>
  problems.some(({ code }) => code === 'voucher-expired')

export function cartProblem(
  { code, Message, points, available, spli_id }: Problem,
  words: ProblemTexts,
): OrderProblem {
  const gift = words.giftOf(spli_id)
  const key = wordedFor(Message, points, words.basket)
  const message = words.basket.text(key, { points: gift?.points ?? points, available })
  return {
    // The message only contains 'this gift', so the name goes in front.
    text: gift ? `${gift.name}: ${message}` : message,
    link: linkTo(code === 'voucher-expired' ? 'service' : 'cart', words.delivery),
  }
}

export function problemOfRefusal(
  { refused, problems }: Refusal<OrderReason>,
  words: ProblemTexts,
): OrderProblem {
  const { resolvedIn } = valuesOf(ORDER_TEXTS, refused)
  const [first] = problems ?? []
  if (resolvedIn === 'cart' && first) return cartProblem(first, words)
  const text = sentenceFor(ORDER_TEXTS, refused, words)
  const link = resolvedIn ? linkTo(resolvedIn, words.delivery) : null
  return { text, link, calm: refused === 'waits-for-approval' }
}

function linkTo(place: 'cart' | 'details' | 'service', delivery: PageTexts) {
  switch (place) {
    case 'cart':
      return { to: '/cart', label: delivery.text('goToCart') }
    case 'details':
      return { to: '/personal-details', label: delivery.text('goToDetails') }
    case 'service':
      return { to: '/contact', label: delivery.text('goToService') }
  }
}
