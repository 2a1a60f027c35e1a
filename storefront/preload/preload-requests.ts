import type { Answer } from '#contract/client.shop.ts'
import type { PageRequest } from '#contract/content/page-table.ts'
import { homeGiftsInput } from '#contract/shared/list-query.ts'
import type { Language } from '#domain/language.ts'
import type { CallName } from '#contract/paths.shop.ts'
import { SESSION, stored } from '#storefront/storage/browser-storage.ts'
import {
  needsCarrier,
  carrierRequest,
  hasPersonalData,
} from '#storefront/order-flow/carrier-request.ts'
import { rememberedPointsLeft } from '#storefront/session/holder-session.ts'
import { confirmationState } from '#storefront/order-flow/confirmation-state.ts'

type FollowUps = { [Name in CallName]?: (answer: Omit<Answer<Name>, 'success'>) => PageRequest[] }

/** Requests of a page that is opened directly, beyond its page table: at once, and after a response. */
type Preloads = { atOnce: (state: unknown, language: Language) => PageRequest[]; after: FollowUps }

const orderOf = (order_number: string): PageRequest => ({ call: 'order', input: { order_number } })

export const PRELOADS: Partial<Record<string, Preloads>> = {
  '/': {
    // Without points the page requests no gifts.
    atOnce: (_, language) => {
      const left = rememberedPointsLeft()
      return left === 0 ? [] : [{ call: 'homeGifts', input: homeGiftsInput(left, language) }]
    },
    after: {},
  },
  '/checkout': {
    atOnce: () => [],
    after: {
      readCart: ({ response: cart }) =>
        needsCarrier(cart) && hasPersonalData(cart)
          ? [{ call: 'deliveryMethods', input: carrierRequest(cart) }]
          : [],
    },
  },
  // The page shows the order that was just placed. After a reload without an open payment, it shows the last one.
  '/confirmation': {
    atOnce: (state) => {
      const { cart, order } = confirmationState(state)
      if (order !== undefined) return [orderOf(order)]
      return cart === undefined && stored(SESSION.paymentId) === null
        ? [{ call: 'orders', input: {} }]
        : []
    },
    after: { orders: ({ response: [last] }) => (last ? [orderOf(last.order_number)] : []) },
  },
}
