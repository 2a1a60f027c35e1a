import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from '#storefront/router/router.tsx'

import type { Outcome } from '#contract/client.shop.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import type { Language } from '#domain/language.ts'
import type { BasketGift } from '#storefront/basket/added-gift.ts'
import { loadOverlay, useShowAdded } from '#storefront/basket/BasketOverlayHost.tsx'
import { flyToBasket } from '#storefront/basket/fly-to-basket.ts'
import { cacheCart } from '#storefront/basket/update-cached-cart.ts'
import { SESSION, stored } from '#storefront/storage/browser-storage.ts'
import { writeErrorText } from '#storefront/i18n/error-texts.ts'
import { textsQuery } from '#storefront/api/queries.ts'
import { ADD_TEXTS, sentenceFor } from '#storefront/i18n/refusal-texts.ts'
import { randomUuid } from '#ui/lib/random-key.ts'
import { ask, call } from '#storefront/api/shop-client.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'
import { useToast } from '#ui/components/Toasts.tsx'

/**
 * Adds a gift to the cart and confirms it with the overlay, or with the cart page if the channel prefers that.
 * Further clicks are ignored meanwhile. A retry after a failure counts once.
 */
export function useAddToCart() {
  const language = useLanguage()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const announce = useAnnounce()
  const showToast = useToast()
  const showOverlay = useShowAdded()
  const texts = useTexts('websitetranslationcomponents')
  const underway = useRef(false)
  const attempt = useRef({ content: '', key: '' })
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => {
      void loadOverlay().catch(() => {})
      void queries.prefetchQuery(textsQuery('basketoverlaycomponents', language))
    }, 300)
    return () => clearTimeout(timer)
  }, [queries, language])

  /** Returns whether the gift is in the cart now. `from` is the element on the page that it came from. */
  async function add(gift: BasketGift, from: Element | null = document.activeElement) {
    if (underway.current) return false
    underway.current = true
    setBusy(true)
    try {
      const { key, isRetry } = keyFor(gift)
      const outcome = await sendToCart(gift, key, language)
      attempt.current.content = ''
      if (refused(outcome)) {
        if (outcome.refused !== 'no-session') {
          showToast(sentenceFor(ADD_TEXTS, outcome.refused, { common: texts }))
        }
        return false
      }
      await cacheCart(queries, outcome.response, language)
      // A replayed response contains an older cart.
      if (isRetry) void queries.invalidateQueries({ queryKey: ['cart'] })
      flyToBasket(gift.media, from)
      // A browser does not load a failed script again. Then the cart page is opened instead of the overlay.
      if (outcome.response.corporate_identity.skip_cart_overlay || !(await hasOverlay())) {
        announce(texts.text('giftAdded', { name: gift.name }))
        await navigate('/cart')
      } else showOverlay({ gift, cart: outcome.response })
      return true
    } catch (error) {
      showToast(writeErrorText(error, texts))
      return false
    } finally {
      underway.current = false
      setBusy(false)
    }
  }

  /** The previous key, as long as the result of the last attempt is unknown. */
  function keyFor({ spliId, quantity = 1 }: BasketGift) {
    const content = `${quantity} ${spliId}`
    const isRetry = attempt.current.content === content
    if (!isRetry) attempt.current = { content, key: randomUuid() }
    return { key: attempt.current.key, isRetry }
  }

  return { add, busy }
}

const hasOverlay = () =>
  loadOverlay().then(
    () => true,
    () => false,
  )

async function sendToCart(
  { spliId, quantity = 1 }: BasketGift,
  idempotencyKey: string,
  language: Language,
): Promise<Outcome<'changeCart'>> {
  const change = {
    spli_id: spliId,
    quantity,
    force_new_line: false,
    shopping_cart_item: null,
    language,
  }
  const outcome = await call(
    'changeCart',
    { ...change, cart_guid: stored(SESSION.cartGuid) },
    { idempotencyKey },
  )
  if (!refused(outcome, 'cart-ordered') && !refused(outcome, 'no-such-cart')) return outcome
  // The cart was ordered meanwhile, perhaps on another device. Reading opens the next one.
  const { response } = await ask('readCart', { language })
  return call('changeCart', { ...change, cart_guid: response.cart_guid }, { idempotencyKey })
}
