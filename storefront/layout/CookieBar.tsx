import { Suspense, useEffect, useRef } from 'react'

import { COOKIES_CHOSEN, LOCAL, store } from '#storefront/storage/browser-storage.ts'
import { useStored } from '#storefront/storage/use-stored.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import css from './CookieBar.module.css'

/** Asks once whether loading times may be measured. Nothing is measured without consent. */
export function CookieBar() {
  const consent = useStored(LOCAL.cookieConsent)
  useEffect(() => {
    // The head script sets this until the bar knows the answer itself.
    delete document.documentElement.dataset[COOKIES_CHOSEN]
  }, [])
  const wasAnswered = useRef(false)
  useEffect(() => {
    if (consent !== null) wasAnswered.current = true
  }, [consent])
  if (consent !== null) return null
  return (
    <Suspense fallback={null}>
      <Bar takeFocus={wasAnswered.current} />
    </Suspense>
  )
}

/** The bar at the end of the page's layout, where it covers no content permanently. */
function Bar({ takeFocus }: { takeFocus: boolean }) {
  const texts = useTexts('logoncomponents')
  const bar = useRef<HTMLElement>(null)
  const previousFocus = useRef<Element | null>(null)
  useEffect(() => {
    if (!takeFocus) return
    previousFocus.current = document.activeElement
    bar.current?.focus({ preventScroll: true })
  }, [takeFocus])

  function answer(consent: 'all' | 'necessary') {
    store(LOCAL.cookieConsent, consent)
    // The focus returns to the button that opened the bar, or moves to the page if the bar opened by itself.
    const opener = previousFocus.current
    const target =
      opener instanceof HTMLElement && opener !== document.body && opener.isConnected
        ? opener
        : document.querySelector<HTMLElement>('main')
    target?.focus({ preventScroll: true })
  }
  return (
    <section
      ref={bar}
      className={css.bar}
      aria-label={texts.text('cookieTitle')}
      tabIndex={-1}
      data-cookie-bar
    >
      <div className={css.inside}>
        <div className={css.words}>
          <h2 className={css.title}>{texts.jsx('cookieTitle')}</h2>
          <p>{texts.jsx('cookieText')}</p>
        </div>
        <div className={css.buttons}>
          <Button variant="quiet" onClick={() => answer('necessary')}>
            {texts.jsx('cookieRefuse')}
          </Button>
          <Button variant="quiet" onClick={() => answer('all')}>
            {texts.jsx('cookieAccept')}
          </Button>
        </div>
      </div>
    </section>
  )
}
