import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

import type { CartItem } from '#contract/cart.shop.ts'
import type { CrossSell } from '#contract/catalog/catalog.shop.ts'
import { type Refusal, refused } from '#contract/shared/refusals.shop.ts'
import { keepCart } from '#storefront/basket/update-cached-cart.ts'
import { call } from '#storefront/api/shop-client.ts'
import { useInTurn } from '#storefront/hooks/use-serial-queue.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'

/** The pick as it lies in the cart: one piece on the line of its gift, which may have been there before. */
type InCart = { gift: CrossSell; line: CartItem }

/**
 * At most one gift of the cross-sell list: a pick replaces the last and can be taken back. Clicks are carried
 * out one after the other, and what was clicked last is what the list shows.
 */
export function usePick() {
  const language = useLanguage()
  const queries = useQueryClient()
  const inCart = useRef<InCart | null>(null)

  async function keep(line: { spli_id?: string; shopping_cart_item?: string; quantity: number }) {
    const outcome = await call('changeCart', { ...line, language })
    if (refused(outcome)) throw new NotPicked(outcome)
    await keepCart(queries, outcome.response, language)
    return outcome.response.shopping_cart_item
  }

  async function change(wanted: CrossSell | null) {
    if (inCart.current) {
      const { line } = inCart.current
      await keep({ shopping_cart_item: line.id, quantity: line.quantity - 1 })
      inCart.current = null
    }
    if (!wanted) return
    const line = await keep({ spli_id: wanted.spli_id, quantity: 1 })
    if (line) inCart.current = { gift: wanted, line }
  }

  const { last, ask } = useInTurn('pick', async (wanted: CrossSell | null) => {
    try {
      await change(wanted)
    } catch (error) {
      // What did arrive of it is in the cart; asking is better than guessing.
      await queries.invalidateQueries({ queryKey: ['cart'] })
      throw error
    }
  })

  return {
    picked: last?.pending ? last.wanted : (inCart.current?.gift ?? null),
    error: last?.error ?? null,
    pick: ask,
  }
}

class NotPicked extends Error {
  override name = 'NotPicked'
  constructor({ message, refused }: Refusal) {
    super(message ?? refused)
  }
}
