import type { Answer } from '#contract/call.ts'
import type { Need } from '#contract/page-table.ts'
import type { CallName } from '#contract/paths.ts'
import { SESSION, stored } from '#storefront/browser-storage.ts'
import { asksCarriers, carrierQuestion, isKnown } from '#storefront/carrier-question.ts'
import { confirmationState } from '#storefront/confirmation-state.ts'

type FollowUps = { [Name in CallName]?: (answer: Omit<Answer<Name>, 'success'>) => Need[] }

/** Calls of a page that is opened directly, in addition to its page table: at once, and after an answer. */
type EarlyQuestions = { atOnce: (state: unknown) => Need[]; after: FollowUps }

const orderOf = (order_number: string): Need => ({ call: 'order', input: { order_number } })

export const EARLY_QUESTIONS: Partial<Record<string, EarlyQuestions>> = {
  '/checkout': {
    atOnce: () => [],
    after: {
      readCart: ({ response: cart }) =>
        asksCarriers(cart) && isKnown(cart)
          ? [{ call: 'deliveryMethods', input: carrierQuestion(cart) }]
          : [],
    },
  },
  // The page shows the order that was just placed. Reloaded, and with no open payment, it shows the last one.
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
