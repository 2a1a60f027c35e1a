import { type RefObject, Suspense } from 'react'

import { useWords } from '#storefront/i18n/texts.tsx'
import css from './SkipLink.module.css'

/** The first stop of the keyboard: past everything that stands on every page. */
export function SkipLink({ to }: { to: RefObject<HTMLElement | null> }) {
  return (
    <a
      className={css.skip}
      href="#content"
      onClick={(event) => {
        // Followed by the browser it would be another address, and the page would begin anew.
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
  return useWords('websitetranslationcomponents').say('skipToContent', {}, 'Naar de inhoud')
}
