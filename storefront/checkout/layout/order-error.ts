import type { Problem } from '#contract/cart.shop.ts'
import type { Refusal } from '#contract/shared/refusals.shop.ts'
import {
  ORDER_TEXTS,
  type OrderReason,
  sourceOf,
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
export function textKeyFor(key: string, points: number | undefined, texts: PageTexts) {
  return points === 1 && texts.has(`${key}One`) ? `${key}One` : key
}

/** The only problem that cannot be solved in the cart. */
export const hasExpired = (problems: Problem[]) =>
  problems.some(({ code }) => code === 'voucher-expired')

export function cartProblem(
  { code, Message, points, available, spli_id }: Problem,
  texts: ProblemTexts,
): OrderProblem {
  const gift = texts.giftOf(spli_id)
  const key = textKeyFor(Message, points, texts.basket)
  const message = texts.basket.text(key, { points: gift?.points ?? points, available })
  return {
    // The message only contains 'this gift', so the name goes in front.
    text: gift ? `${gift.name}: ${message}` : message,
    link: linkToPage(code === 'voucher-expired' ? 'service' : 'cart', texts.delivery),
  }
}

export function problemOfRefusal(
  { refused, problems }: Refusal<OrderReason>,
  texts: ProblemTexts,
): OrderProblem {
  const { resolvedIn } = sourceOf(ORDER_TEXTS, refused)
  const [first] = problems ?? []
  if (resolvedIn === 'cart' && first) return cartProblem(first, texts)
  const text = sentenceFor(ORDER_TEXTS, refused, texts)
  const link = resolvedIn ? linkToPage(resolvedIn, texts.delivery) : null
  return { text, link, calm: refused === 'waits-for-approval' }
}

function linkToPage(page: 'cart' | 'details' | 'service', delivery: PageTexts) {
  switch (page) {
    case 'cart':
      return { to: '/cart', label: delivery.text('goToCart') }
    case 'details':
      return { to: '/personal-details', label: delivery.text('goToDetails') }
    case 'service':
      return { to: '/contact', label: delivery.text('goToService') }
  }
}
