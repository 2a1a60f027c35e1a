import { Suspense, useEffect, useRef } from 'react'

import { COOKIES_CHOSEN, LOCAL, store } from '#storefront/storage/browser-storage.ts'
import { useStored } from '#storefront/storage/use-stored.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import css from './CookieBar.module.css'

/** Asks once whether speed may be measured. Both answers are one click; without one nothing is measured. */
export function CookieBar() {
  const consent = useStored(LOCAL.cookieConsent)
  useEffect(() => {
    // Until here, the head script has set what the server could not know.
    delete document.documentElement.dataset[COOKIES_CHOSEN]
  }, [])
  const askedAgain = useRef(false)
  useEffect(() => {
    if (consent !== null) askedAgain.current = true
  }, [consent])
  if (consent !== null) return null
  return (
    <Suspense fallback={null}>
      <Bar takeFocus={askedAgain.current} />
    </Suspense>
  )
}

/** Part of the page's layout, at its end, so that it covers nothing permanently. */
function Bar({ takeFocus }: { takeFocus: boolean }) {
  const words = useTexts('logoncomponents')
  const bar = useRef<HTMLElement>(null)
  const before = useRef<Element | null>(null)
  useEffect(() => {
    if (!takeFocus) return
    before.current = document.activeElement
    bar.current?.focus({ preventScroll: true })
  }, [takeFocus])

  function answer(consent: 'all' | 'necessary') {
    store(LOCAL.cookieConsent, consent)
    // Back to the button that opened the bar. If it opened automatically, the focus moves to the page.
    const asked = before.current
    const next =
      asked instanceof HTMLElement && asked !== document.body && asked.isConnected
        ? asked
        : document.querySelector<HTMLElement>('main')
    next?.focus({ preventScroll: true })
  }
  return (
    <section
      ref={bar}
      className={css.bar}
      aria-label={words.text('cookieTitle')}
      tabIndex={-1}
      data-cookie-bar
    >
      <div className={css.inside}>
        <div className={css.words}>
          <h2 className={css.title}>{words.say('cookieTitle')}</h2>
          <p>{words.say('cookieText')}</p>
        </div>
        <div className={css.buttons}>
          <Button look="quiet" onClick={() => answer('necessary')}>
            {words.say('cookieRefuse')}
          </Button>
          <Button look="quiet" onClick={() => answer('all')}>
            {words.say('cookieAccept')}
          </Button>
        </div>
      </div>
    </section>
  )
}
