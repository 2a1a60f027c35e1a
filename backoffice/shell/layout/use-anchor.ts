import { useEffect } from 'react'

import { usePlace } from '#backoffice/kit/router/address.tsx'

const EDITED = [
  'input:not([type=hidden], :disabled)',
  'select:not(:disabled)',
  'textarea:not(:disabled)',
  '[role=textbox]',
]
const PRESSED = ['button:not(:disabled)', 'a[href]']
/** After this time the focus no longer jumps, because the user has moved on. */
const WAIT_MS = 20_000

/**
 * A link can name a field on its page, '#hosts'. The field gets the focus as soon as it renders, also if its part of
 * the page loads later. A click, key press or scroll stops this.
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
    // Suspended content is in the DOM but hidden. Showing it changes attributes and adds no nodes.
    const showing = ['style', 'hidden', 'inert', 'disabled']
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: showing })
    look()
    return stop
  }, [place])
}

const ENDS = ['pointerdown', 'keydown', 'wheel'] as const

/** Prefers an input over a button beside it. */
function fieldOf(place: Element): HTMLElement | null {
  for (const kinds of [EDITED, PRESSED]) {
    const wanted = kinds.join()
    if (place.matches(wanted)) return place as HTMLElement
    const within = place.querySelector<HTMLElement>(wanted)
    if (within) return within
  }
  return null
}
