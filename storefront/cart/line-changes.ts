import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import type { Cart, CartItem } from '#contract/cart.shop.ts'
import { type ReasonOf, refused } from '#contract/shared/refusals.shop.ts'
import { orderPoints } from '#domain/cart/cart-rules.ts'
import { cacheCart } from '#storefront/basket/update-cached-cart.ts'
import { currentLanguage } from '#storefront/i18n/chosen-language.ts'
import { call } from '#storefront/api/shop-client.ts'

/** `again`: a removed line is restored as a new one. */
type Wish = { quantity: number; again?: CartItem }

/** Changes of lines that the shop has not confirmed yet, by line id. */
type Wanted = ReadonlyMap<string, Wish>

/** `code`: the shop's refusal; `error`: an exception. */
export type LineFailure = { line: string } & ({ code: ReasonOf<'changeCart'> } | { error: unknown })

type State = { wanted: Wanted; failure: LineFailure | null }

export type LineChanges = {
  state: () => State
  follow: (listener: () => void) => () => void
  /** The last change of a line counts; 0 removes it. */
  want: (line: string, quantity: number) => void
  /** Restores a removed line. */
  putBack: (item: CartItem) => void
  eraseFailure: () => void
}

/**
 * Changes are sent one after the other, so that responses cannot overtake each other. While one is in flight, a newer
 * change of the same line replaces the waiting one. A failed change is dropped, and the stored value is shown again.
 */
function makeLineChanges(queries: QueryClient): LineChanges {
  let state: State = { wanted: new Map(), failure: null }
  let sending = false
  const listeners = new Set<() => void>()

  const become = (change: Partial<State>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const without = (line: string) => new Map([...state.wanted].filter(([id]) => id !== line))

  async function sendAll() {
    if (sending) return
    sending = true
    for (let next = first(state.wanted); next; next = first(state.wanted)) await sendOne(...next)
    sending = false
  }

  async function sendOne(line: string, wish: Wish) {
    const language = currentLanguage()
    const { quantity, again } = wish
    const which = again ? { spli_id: again.spli_id } : { shopping_cart_item: line }
    const outcome = await call('changeCart', { ...which, quantity, language }).catch(
      (error: unknown) => ({ error }),
    )
    if (!('error' in outcome) && !refused(outcome)) {
      await cacheCart(queries, outcome.response, language)
      if (state.wanted.get(line) === wish) become({ wanted: without(line) })
    } else if (state.wanted.get(line) === wish) {
      const why = 'error' in outcome ? outcome : { code: outcome.refused }
      become({ wanted: without(line), failure: { line, ...why } })
      // Only the shop knows whether a lost change arrived.
      await queries.invalidateQueries({ queryKey: ['cart'] })
    }
  }

  function wish(line: string, wish: Wish) {
    become({ wanted: new Map(state.wanted).set(line, wish), failure: null })
    void sendAll()
  }

  return {
    state: () => state,
    follow(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    want: (line, quantity) => wish(line, { quantity }),
    putBack: (item) => wish(`again ${item.id}`, { quantity: item.quantity, again: item }),
    eraseFailure: () => become({ failure: null }),
  }
}

const first = (wanted: Wanted) => wanted.entries().next().value

const known = new WeakMap<QueryClient, LineChanges>()

/** Outlives the page, so that changes in flight complete when the holder navigates away. */
export function lineChanges(queries: QueryClient): LineChanges {
  const found = known.get(queries) ?? makeLineChanges(queries)
  known.set(queries, found)
  return found
}

export function useLineChanges(queries: QueryClient): State {
  const changes = lineChanges(queries)
  return useSyncExternalStore(changes.follow, changes.state)
}

/** The cart as it will be if the shop accepts the changes. Its problems are still those of the stored cart. */
export function withWanted(cart: Cart, wanted: Wanted): Cart {
  if (wanted.size === 0) return cart
  const items = cart.shopping_cart_items
    .map((item) => ({ ...item, quantity: wanted.get(item.id)?.quantity ?? item.quantity }))
    .filter((item) => item.quantity > 0)
  return {
    ...cart,
    shopping_cart_items: items,
    Totals: { number_of_products: items.reduce((sum, item) => sum + item.quantity, 0) },
    totals: { ...cart.totals, order_total_points: orderPoints(items) },
  }
}
