import { type RefObject, Suspense } from 'react'

import { useTexts } from '#storefront/i18n/texts.tsx'
import css from './SkipLink.module.css'

/** The first tab stop: skips the elements that every page repeats. */
export function SkipLink({ to }: { to: RefObject<HTMLElement | null> }) {
  return (
    <a
      className={css.skip}
      href="#content"
      onClick={(event) => {
        // The default action would change the address, and the router would render the page again.
        event.preventDefault()
        to.current?.focus({ preventScroll: true })
        to.current?.scrollIntoView()
      }}
    >
      <Suspense fallback="Naar de inhoud">
        <SkipText />
      </Suspense>
    </a>
  )
}

function SkipText() {
  return useTexts('websitetranslationcomponents').jsx('skipToContent', {}, 'Naar de inhoud')
}
