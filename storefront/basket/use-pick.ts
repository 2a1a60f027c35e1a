import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

import type { CartItem } from '#contract/cart.shop.ts'
import type { CrossSell } from '#contract/catalog/catalog.shop.ts'
import { type Refusal, refused } from '#contract/shared/refusals.shop.ts'
import { cacheCart } from '#storefront/basket/update-cached-cart.ts'
import { call } from '#storefront/api/shop-client.ts'
import { useSerialQueue } from '#storefront/hooks/use-serial-queue.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'

/** The pick in the cart: one unit on the line of its gift, which may have existed before. */
type InCart = { gift: CrossSell; line: CartItem }

/**
 * At most one gift of the cross-sell list: a pick replaces the last one and can be undone. Clicks are processed in
 * sequence, and the list shows the last click.
 */
export function usePick() {
  const language = useLanguage()
  const queries = useQueryClient()
  const inCart = useRef<InCart | null>(null)

  async function changeLine(line: {
    spli_id?: string
    shopping_cart_item?: string
    quantity: number
  }) {
    const outcome = await call('changeCart', { ...line, language })
    if (refused(outcome)) throw new NotPicked(outcome)
    await cacheCart(queries, outcome.response, language)
    return outcome.response.shopping_cart_item
  }

  async function change(wanted: CrossSell | null) {
    if (inCart.current) {
      const { line } = inCart.current
      await changeLine({ shopping_cart_item: line.id, quantity: line.quantity - 1 })
      inCart.current = null
    }
    if (!wanted) return
    const line = await changeLine({ spli_id: wanted.spli_id, quantity: 1 })
    if (line) inCart.current = { gift: wanted, line }
  }

  const { lastChange, submit } = useSerialQueue('pick', async (wanted: CrossSell | null) => {
    try {
      await change(wanted)
    } catch (error) {
      // A part of the change may be in the cart, so it is fetched again.
      await queries.invalidateQueries({ queryKey: ['cart'] })
      throw error
    }
  })

  return {
    picked: lastChange?.pending ? lastChange.wanted : (inCart.current?.gift ?? null),
    error: lastChange?.error ?? null,
    pick: submit,
  }
}

class NotPicked extends Error {
  override name = 'NotPicked'
  constructor({ message, refused }: Refusal) {
    super(message ?? refused)
  }
}
