import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from '#storefront/router/router.tsx'

import type { FitGift } from '#contract/catalog/catalog.shop.ts'
import type { Cart } from '#contract/cart.shop.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { cacheCart } from '#storefront/basket/update-cached-cart.ts'
import { writeErrorText } from '#storefront/i18n/error-texts.ts'
import { cartQuery, exactFitQuery } from '#storefront/api/queries.ts'
import { call } from '#storefront/api/shop-client.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'
import { useToast } from '#ui/components/Toasts.tsx'

/** One to three gifts that together cost exactly the remaining points. */
export type Fit = { key: string; parts: { gift: FitGift; quantity: number }[] }

/**
 * The exact fits for this cart, fetched again on every change. Offered while points remain, if the cart has gifts, if
 * the channel requires all points to be spent, or if the holder asks for them.
 */
export function useExactFit({ always = false } = {}) {
  const language = useLanguage()
  const { data: cart } = useSuspenseQuery({ ...cartQuery(language), refetchOnMount: false })
  const pointsLeft = cart.totals.voucher_points - cart.totals.order_total_points
  const wanted =
    pointsLeft > 0 && (always || cart.cart_items.length > 0 || cart.continue_shipping === 'false')
  const { data, isPending, isPlaceholderData } = useQuery({
    ...exactFitQuery(cartSignature(cart), language),
    enabled: wanted,
  })
  const fits = wanted && data ? newFirst(fitsOf(data), cart) : []
  return { pointsLeft, fits, pending: wanted && isPending, outdated: isPlaceholderData }
}

const cartSignature = ({ totals, cart_items }: Cart) =>
  [
    totals.voucher_points,
    ...cart_items.map(({ spli_id, quantity }) => `${quantity} ${spli_id}`),
  ].join()

/** Gifts that are not in the cart yet come first. */
function newFirst(fits: Fit[], { cart_items }: Cart): Fit[] {
  const chosen = new Set(cart_items.map(({ spli_id }) => spli_id))
  const isInCart = ({ parts }: Fit) => parts.some(({ gift }) => chosen.has(gift.spli_id))
  return fits.toSorted((a, b) => Number(isInCart(a)) - Number(isInCart(b)))
}

function fitsOf({
  singles,
  pairs,
  triples,
}: {
  singles: FitGift[]
  pairs: FitGift[][]
  triples: FitGift[][]
}): Fit[] {
  return [...singles.map((gift) => [gift]), ...pairs, ...triples].map((gifts) => {
    const parts = new Map<string, Fit['parts'][number]>()
    for (const gift of gifts) {
      const counted = parts.get(gift.spli_id)?.quantity ?? 0
      parts.set(gift.spli_id, { gift, quantity: counted + 1 })
    }
    return { key: gifts.map(({ spli_id }) => spli_id).join(), parts: [...parts.values()] }
  })
}

/** Adds all gifts of a combination, one after the other. */
export function useAddExactFit() {
  const language = useLanguage()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const announce = useAnnounce()
  const showToast = useToast()
  const texts = useTexts('websitetranslationcomponents')
  const underway = useRef(false)
  const [adding, setAdding] = useState<string | null>(null)

  /** Returns whether all gifts are in the cart now. */
  async function add(fit: Fit): Promise<boolean> {
    if (underway.current) return false
    underway.current = true
    setAdding(fit.key)
    try {
      const skipsOverlay = await addAllParts(fit)
      announce(texts.text('fitDone'))
      if (skipsOverlay) await navigate('/cart')
      return true
    } catch (error) {
      showToast(writeErrorText(error, texts))
      // A part of the change may be in the cart, so it is fetched again.
      void queries.invalidateQueries({ queryKey: ['cart'] })
      return false
    } finally {
      underway.current = false
      setAdding(null)
    }
  }

  /** Returns whether the channel shows the cart instead of the overlay. */
  async function addAllParts({ parts }: Fit): Promise<boolean> {
    let cart: Cart | undefined
    for (const { gift, quantity } of parts) {
      const outcome = await call('changeCart', { spli_id: gift.spli_id, quantity, language })
      if (refused(outcome)) throw new Error(outcome.refused)
      cart = outcome.response
    }
    // Only when complete. In between, other gifts would seem to fit.
    if (cart) await cacheCart(queries, cart, language)
    return cart?.corporate_identity.skip_cart_overlay ?? false
  }

  return { add, adding }
}
