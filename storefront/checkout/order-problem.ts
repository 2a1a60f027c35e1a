import type { Problem } from '#contract/cart-api.ts'
import type { Refusal } from '#contract/refusal.ts'
import type { Words } from '#storefront/words.tsx'

/** Why it cannot be ordered now, in words, and where that can be mended; null where it is mended here. */
export type OrderProblem = { text: string; link: { to: string; label: string } | null }

export type ProblemWords = {
  delivery: Words
  basket: Words
  mollie: Words
  common: Words
  /** What the gift in the basket is called, and what it costs now, in words. */
  giftOf: (spliId: string | undefined) => { name: string; points: string } | undefined
}

/** Gifts, points and limits are mended in the basket, whose texts say what is wrong. */
const IN_THE_CART = [
  'cart-empty',
  'use-all-points',
  'points-limit-exceeded',
  'sold-out',
  'not-enough-stock',
  'no-longer-offered',
  'points-changed',
]

/** 'One point' is a sentence of its own where the editors wrote one. */
export function wordedFor(key: string, points: number | undefined, words: Words) {
  return points === 1 && words.has(`${key}One`) ? `${key}One` : key
}

export function cartProblem(
  { Message, points, available, spli_id }: Problem,
  words: ProblemWords,
): OrderProblem {
  const gift = words.giftOf(spli_id)
  const key = wordedFor(Message, points, words.basket)
  const said = words.basket.text(key, { points: gift?.points ?? points, available })
  return {
    // 'This gift' has to be told apart from the others.
    text: gift ? `${gift.name}: ${said}` : said,
    link: { to: '/cart', label: words.delivery.text('goToCart') },
  }
}

export function problemOfRefusal(refusal: Refusal, words: ProblemWords): OrderProblem {
  const { delivery, basket, mollie, common } = words
  const here = (text: string): OrderProblem => ({ text, link: null })
  const { refused, problems } = refusal
  if (IN_THE_CART.includes(refused)) {
    const [first] = problems ?? []
    if (first) return cartProblem(first, words)
    return {
      text: basket.text(refusal.message ?? '') || common.text('somethingWentWrong'),
      link: { to: '/cart', label: delivery.text('goToCart') },
    }
  }
  switch (refused) {
    case 'personal-data-missing':
    case 'delivery-missing':
    case 'invalid-input':
    case 'address-invalid':
      return {
        text: delivery.text('personalDataMissing'),
        link: { to: '/personal-details', label: delivery.text('goToDetails') },
      }
    case 'delivery-not-allowed':
    case 'not-offered':
      return here(delivery.text('notOffered'))
    case 'amount-differs':
    case 'nothing-to-pay':
    case 'not-paid':
      return here(delivery.text('amountChanged'))
    case 'voucher-expired':
      return here(delivery.text('voucherExpired'))
    case 'voucher-blocked':
      return {
        text: delivery.text('voucherBlocked'),
        link: { to: '/contact', label: delivery.text('goToService') },
      }
    case 'service-down':
      return here(mollie.text('unavailable'))
    default:
      return here(common.text('somethingWentWrong'))
  }
}
