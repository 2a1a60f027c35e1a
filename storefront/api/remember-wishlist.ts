import { LOCAL, store, stored } from '#storefront/storage/browser-storage.ts'

/** The list's id is stored while the list has items. */
export function rememberWishList(list: { wish_list: string; wishlistsitems: unknown[] }): void {
  const id = list.wishlistsitems.length > 0 ? list.wish_list : null
  if (stored(LOCAL.wishList) !== id) store(LOCAL.wishList, id)
}
