import { createContext, type ReactNode } from 'react'

import { useWishing, type Wishing } from '#storefront/card/use-wishlist.ts'

/** For the hearts below: a list of 240 gifts reads the wishlist only once. */
export const InWishes = createContext<Wishing | null>(null)

export function Wishes({ children }: { children: ReactNode }) {
  return <InWishes value={useWishing()}>{children}</InWishes>
}
