import type { ReactNode } from 'react'

import { LOCAL, store } from '#storefront/storage/browser-storage.ts'
import { useStored } from '#storefront/storage/use-stored.ts'
import css from './CookieChoice.module.css'

/** Withdraws the consent. The bar asks again, and nothing is measured until then. */
export function CookieChoice({ children }: { children: ReactNode }) {
  const chosen = useStored(LOCAL.cookieConsent) !== null
  return (
    <button
      type="button"
      className={css.choice}
      onClick={() => {
        if (chosen) store(LOCAL.cookieConsent, null)
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
