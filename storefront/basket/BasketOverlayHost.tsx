import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useState } from 'react'
import { useLocation } from '#storefront/router/router.tsx'

import type { Added } from '#storefront/basket/added-gift.ts'

const ShowOverlay = createContext<(added: Added) => void>(() => {})

export const useShowAdded = () => use(ShowOverlay)

/** Called while the holder still views the gift. */
export const loadOverlay = () => import('#storefront/basket/BasketOverlay.tsx')
const BasketOverlay = lazy(loadOverlay)

/** The overlay after 'add to cart', from any page. It closes with its page. */
export function BasketOverlayHost({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const [shown, setShown] = useState<{ added: Added; pathname: string } | null>(null)
  const open = shown !== null && shown.pathname === pathname
  const showOverlay = useCallback(
    (added: Added) => setShown({ added, pathname: location.pathname }),
    [],
  )
  return (
    <ShowOverlay value={showOverlay}>
      {children}
      <Suspense fallback={null}>
        {open ? <BasketOverlay added={shown.added} onClose={() => setShown(null)} /> : null}
      </Suspense>
    </ShowOverlay>
  )
}
