import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'

import type { Answer } from '#contract/client.shop.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import type { Language } from '#domain/language.ts'
import { LOCAL, stored } from '#storefront/storage/browser-storage.ts'
import { writeErrorText } from '#storefront/i18n/error-texts.ts'
import { wishlistQuery } from '#storefront/api/queries.ts'
import { sentenceFor, WISH_TEXTS } from '#storefront/i18n/refusal-texts.ts'
import { call } from '#storefront/api/shop-client.ts'
import { useSerialQueue } from '#storefront/hooks/use-serial-queue.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { rememberWishList } from '#storefront/api/remember-wishlist.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'
import { useToast } from '#ui/components/Toasts.tsx'

type WishGift = { spliId: string; name: string }

/** Data that all wishlist hearts of a page share. */
export function useWishlist() {
  const language = useLanguage()
  const queries = useQueryClient()
  const texts = useTexts('websitetranslationcomponents')
  const announce = useAnnounce()
  const showToast = useToast()
  const { data: list } = useQuery(wishlistQuery(language))
  return useMemo(() => {
    const listed = new Set(list?.wishlistsitems.map(({ spli_id }) => spli_id))
    return { language, queries, texts, announce, showToast, listed }
  }, [language, queries, texts, announce, showToast, list])
}

export type WishlistState = ReturnType<typeof useWishlist>

/**
 * Whether a gift is on the wishlist, and a function to change that. A click shows at once, and the server's answer is
 * final. Changes of all hearts run in sequence, so that the last click wins.
 */
export function useWishlistItem({ spliId, name }: WishGift, wishlist: WishlistState) {
  const { language, queries, texts, announce, showToast } = wishlist
  const isOnServerList = wishlist.listed.has(spliId)

  const { lastChange, submit } = useSerialQueue('wishlist', async (wanted: boolean) => {
    const changing = wanted ? addTo(spliId, language) : removeFrom(queries, spliId, language)
    const outcome = await changing.catch((error: Error) => {
      showToast(writeErrorText(error, texts))
    })
    if (!outcome) return
    if (refused(outcome)) {
      return showToast(sentenceFor(WISH_TEXTS, outcome.refused, { common: texts }))
    }
    await cacheWishlist(queries, outcome, language)
    return announce(texts.text(wanted ? 'wishAdded' : 'wishRemoved', { name }))
  })

  const listed = lastChange?.pending ? lastChange.wanted : isOnServerList
  return {
    listed,
    label: texts.text('wish', { name }),
    toggle: () => submit(!listed),
  }
}

type Changed = Answer<'addWish'>

const addTo = (spliId: string, language: Language) =>
  call('addWish', {
    sales_pricelist_item: spliId,
    wish_list: stored(LOCAL.wishList),
    language,
  })

async function removeFrom(queries: QueryClient, spliId: string, language: Language) {
  const list = queries.getQueryData(wishlistQuery(language).queryKey)
  const id = stored(LOCAL.wishList) ?? list?.wish_list ?? ''
  return call('removeWish', { item: spliId, wish_list: id, language })
}

/** An older response still in flight must not overwrite this one. */
export async function cacheWishlist(
  queries: QueryClient,
  { response }: Changed,
  language: Language,
) {
  const { queryKey } = wishlistQuery(language)
  if (queries.getQueryData(queryKey) !== undefined) await queries.cancelQueries({ queryKey })
  rememberWishList(response)
  queries.setQueryData(queryKey, response)
}
