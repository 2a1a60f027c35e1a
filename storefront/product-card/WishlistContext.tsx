import { createContext, type ReactNode } from 'react'

import { useWishlist, type WishlistState } from '#storefront/product-card/use-wishlist.ts'

/** The wishlist for all hearts below, so that a list of 240 gifts reads it only once. */
export const WishlistContext = createContext<WishlistState | null>(null)

export function WishlistProvider({ children }: { children: ReactNode }) {
  return <WishlistContext value={useWishlist()}>{children}</WishlistContext>
}
