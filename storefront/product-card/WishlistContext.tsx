import { createContext, type ReactNode } from 'react'

import { useWishlist, type Wishing } from '#storefront/product-card/use-wishlist.ts'

/** For the hearts below: a list of 240 gifts reads the wishlist only once. */
export const WishlistContext = createContext<Wishing | null>(null)

export function WishlistProvider({ children }: { children: ReactNode }) {
  return <WishlistContext value={useWishlist()}>{children}</WishlistContext>
}
