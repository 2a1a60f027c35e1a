import { useEffect, useEffectEvent } from 'react'

import { isKeyForField } from '#backoffice/kit/page/is-key-for-field.ts'

/** The keyboard shortcuts of all pages. */
export function useShortcuts(actions: { palette: () => void; keys: () => void }) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      // Not over an open dialog, such as the sign-in.
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      actions.palette()
    } else if (event.key === '?' && !isKeyForField(event)) {
      event.preventDefault()
      actions.keys()
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
