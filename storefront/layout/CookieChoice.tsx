import type { ReactNode } from 'react'

import { LOCAL, store } from '#storefront/storage/browser-storage.ts'
import { useStored } from '#storefront/storage/use-stored.ts'
import css from './CookieChoice.module.css'

/** Takes the choice back: the bar asks anew, and until then nothing is measured. */
export function CookieChoice({ children }: { children: ReactNode }) {
  const chosen = useStored(LOCAL.cookieConsent) !== null
  return (
    <button
      type="button"
      className={css.choice}
      onClick={() => {
        if (chosen) store(LOCAL.cookieConsent, null)
        // The bar that stands already is what was asked for.
        requestAnimationFrame(() =>
          document.querySelector<HTMLElement>('[data-cookie-bar]')?.focus(),
        )
      }}
    >
      {children}
    </button>
  )
}
