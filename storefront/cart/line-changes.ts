import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import type { Cart, CartItem } from '#contract/cart.shop.ts'
import { type ReasonOf, refused } from '#contract/shared/refusals.shop.ts'
import { orderPoints } from '#domain/cart/cart-rules.ts'
import { cacheCart } from '#storefront/basket/update-cached-cart.ts'
import { currentLanguage } from '#storefront/i18n/chosen-language.ts'
import { call } from '#storefront/api/shop-client.ts'

/** `restored` is a removed line that is added again as a new one. */
type WantedLine = { quantity: number; restored?: CartItem }

/** Changes of lines that the shop has not confirmed yet, by line id. */
type Wanted = ReadonlyMap<string, WantedLine>

/** `code`: the shop's refusal; `error`: an exception. */
export type LineFailure = { line: string } & ({ code: ReasonOf<'changeCart'> } | { error: unknown })

type State = { wanted: Wanted; failure: LineFailure | null }

export type LineChanges = {
  state: () => State
  subscribe: (listener: () => void) => () => void
  /** Sets the quantity of a line; 0 removes it. The last change of a line counts. */
  change: (line: string, quantity: number) => void
  /** Adds a removed line again. */
  restore: (item: CartItem) => void
  eraseFailure: () => void
}

/**
 * Changes are sent one after the other, so that responses cannot overtake each other. While one is in flight, a newer
 * change of the same line replaces the waiting one. A failed change is dropped, and the stored value is shown again.
 */
function createLineChanges(queries: QueryClient): LineChanges {
  let state: State = { wanted: new Map(), failure: null }
  let sending = false
  const listeners = new Set<() => void>()

  const setState = (change: Partial<State>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const without = (line: string) => new Map([...state.wanted].filter(([id]) => id !== line))

  async function sendAll() {
    if (sending) return
    sending = true
    for (let next = firstOf(state.wanted); next; next = firstOf(state.wanted)) {
      await sendOne(...next)
    }
    sending = false
  }

  async function sendOne(line: string, wantedLine: WantedLine) {
    const language = currentLanguage()
    const { quantity, restored } = wantedLine
    const target = restored ? { spli_id: restored.spli_id } : { shopping_cart_item: line }
    const outcome = await call('changeCart', { ...target, quantity, language }).catch(
      (error: unknown) => ({ error }),
    )
    if (!('error' in outcome) && !refused(outcome)) {
      await cacheCart(queries, outcome.response, language)
      if (state.wanted.get(line) === wantedLine) setState({ wanted: without(line) })
    } else if (state.wanted.get(line) === wantedLine) {
      const cause = 'error' in outcome ? outcome : { code: outcome.refused }
      setState({ wanted: without(line), failure: { line, ...cause } })
      // Only the shop knows whether a lost change arrived.
      await queries.invalidateQueries({ queryKey: ['cart'] })
    }
  }

  function enqueue(line: string, wantedLine: WantedLine) {
    setState({ wanted: new Map(state.wanted).set(line, wantedLine), failure: null })
    void sendAll()
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change: (line, quantity) => enqueue(line, { quantity }),
    restore: (item) => enqueue(`again ${item.id}`, { quantity: item.quantity, restored: item }),
    eraseFailure: () => setState({ failure: null }),
  }
}

const firstOf = (wanted: Wanted) => wanted.entries().next().value

const instances = new WeakMap<QueryClient, LineChanges>()

/** One instance per query client. It outlives the page, so that changes in flight complete when the holder navigates away. */
export function lineChanges(queries: QueryClient): LineChanges {
  const changes = instances.get(queries) ?? createLineChanges(queries)
  instances.set(queries, changes)
  return changes
}

export function useLineChanges(queries: QueryClient): State {
  const changes = lineChanges(queries)
  return useSyncExternalStore(changes.subscribe, changes.state)
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
