import { useEffect } from 'react'

import { useLocation } from '#backoffice/kit/router/address.tsx'

const FIELDS = [
  'input:not([type=hidden], :disabled)',
  'select:not(:disabled)',
  'textarea:not(:disabled)',
  '[role=textbox]',
]
const BUTTONS = ['button:not(:disabled)', 'a[href]']
/** After this time the focus no longer jumps, because the user has moved on. */
const WAIT_MS = 20_000

/**
 * A link can name a field on its page, '#hosts'. The field gets the focus as soon as it renders, also if its part of
 * the page loads later. A click, key press or scroll stops this.
 */
export function useAnchor() {
  const location = useLocation()
  useEffect(() => {
    const name = location.anchor
    if (name === '' || name === 'page') return undefined
    const escaped = CSS.escape(name)
    const stop = () => {
      observer.disconnect()
      clearTimeout(timeout)
      for (const event of STOP_EVENTS) window.removeEventListener(event, stop, true)
    }
    let focused = false
    const focusField = () => {
      // If later data replaces the field, nothing has the focus, and it is set again.
      if (focused && document.activeElement !== document.body) return
      const target = document.querySelector(`[data-anchor~="${escaped}"], #${escaped}`)
      if (!target) return
      const field = fieldOf(target)
      const visible = field ?? target
      visible.scrollIntoView({ block: 'center' })
      field?.focus({ preventScroll: true })
      focused = document.activeElement === field
      if (!field) stop()
    }
    const observer = new MutationObserver(focusField)
    const timeout = setTimeout(stop, WAIT_MS)
    for (const event of STOP_EVENTS)
      window.addEventListener(event, stop, { capture: true, once: true })
    // Suspended content is in the DOM but hidden. Showing it changes attributes and adds no nodes.
    const attributes = ['style', 'hidden', 'inert', 'disabled', 'open']
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: attributes })
    focusField()
    return stop
  }, [location])
}

const STOP_EVENTS = ['pointerdown', 'keydown', 'wheel'] as const

/** Prefers an input over a button beside it. */
function fieldOf(element: Element): HTMLElement | null {
  for (const selectors of [FIELDS, BUTTONS]) {
    const selector = selectors.join()
    if (element.matches(selector)) return element as HTMLElement
    const within = element.querySelector<HTMLElement>(selector)
    if (within) return within
  }
  return null
}
