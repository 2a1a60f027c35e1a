import type { ReactNode } from 'react'

import { LOCAL, store } from '#storefront/storage/browser-storage.ts'
import { useStored } from '#storefront/storage/use-stored.ts'
import css from './CookieChoice.module.css'

/** A button that withdraws the answer, so that the cookie bar asks again. */
export function CookieChoice({ children }: { children: ReactNode }) {
  const isAnswered = useStored(LOCAL.cookieConsent) !== null
  return (
    <button
      type="button"
      className={css.choice}
      onClick={() => {
        if (isAnswered) store(LOCAL.cookieConsent, null)
        // The bar may be open already, so it gets the focus.
        requestAnimationFrame(() =>
          document.querySelector<HTMLElement>('[data-cookie-bar]')?.focus(),
        )
      }}
    >
      {children}
    </button>
  )
}
