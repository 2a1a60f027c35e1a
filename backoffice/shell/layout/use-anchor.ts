import { useEffect } from 'react'

import { usePlace } from '#backoffice/kit/router/address.tsx'

const EDITED = [
  'input:not([type=hidden], :disabled)',
  'select:not(:disabled)',
  'textarea:not(:disabled)',
  '[role=textbox]',
]
const PRESSED = ['button:not(:disabled)', 'a[href]']
/** So long a page may take to come; then whoever waited has begun something else. */
const WAIT_MS = 20_000

/**
 * A link may name a place on its page, '#hosts': what is edited there gets the focus as soon as it is there, in whatever
 * part of the page that comes later. Whoever presses or types something meanwhile is left alone.
 */
export function useAnchor() {
  const place = usePlace()
  useEffect(() => {
    const name = decodeURIComponent(window.location.hash.slice(1))
    if (name === '' || name === 'page') return undefined
    const escaped = CSS.escape(name)
    const stop = () => {
      observer.disconnect()
      clearTimeout(late)
      for (const event of ENDS) window.removeEventListener(event, stop, true)
    }
    let given = false
    const look = () => {
      // A later answer may replace the focused field; then nothing has the focus.
      if (given && document.activeElement !== document.body) return
      const found = document.querySelector(`[data-anchor~="${escaped}"], #${escaped}`)
      if (!found) return
      const field = fieldOf(found)
      const shown = field ?? found
      shown.scrollIntoView({ block: 'center' })
      field?.focus({ preventScroll: true })
      given = document.activeElement === field
      if (!field) stop()
    }
    const observer = new MutationObserver(look)
    const late = setTimeout(stop, WAIT_MS)
    for (const event of ENDS) window.addEventListener(event, stop, { capture: true, once: true })
    // What is drawn while something beside it is awaited is there, but hidden: showing it adds nothing.
    const showing = ['style', 'hidden', 'inert', 'disabled']
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: showing })
    look()
    return stop
  }, [place])
}

const ENDS = ['pointerdown', 'keydown', 'wheel'] as const

/** What is written there rather than what is pressed beside it. */
function fieldOf(place: Element): HTMLElement | null {
  for (const kinds of [EDITED, PRESSED]) {
    const wanted = kinds.join()
    if (place.matches(wanted)) return place as HTMLElement
    const within = place.querySelector<HTMLElement>(wanted)
    if (within) return within
  }
  return null
}
