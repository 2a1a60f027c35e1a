import { type RefObject, useEffect, useEffectEvent } from 'react'

import { isKeyForField } from '#backoffice/kit/page/is-key-for-field.ts'

/**
 * Keyboard navigation in a list. The current row is the row whose link has the focus, so Enter works natively and
 * screen readers announce the row.
 */
export function useListKeys(page: RefObject<HTMLElement | null>) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const list = page.current
    if (!list) return
    const search = list.querySelector<HTMLInputElement>('[data-list-search]')
    if (event.target === search && (event.key === 'ArrowDown' || event.key === 'Escape')) {
      rowLinks(list)[0]?.focus()
      return event.preventDefault()
    }
    if (isKeyForField(event)) return
    if (event.key === '/') search?.focus()
    else if (event.key === 'ArrowDown') focusRow(list, 1)
    else if (event.key === 'ArrowUp') focusRow(list, -1)
    else if (event.key === ' ' && rowAt(list) && event.target instanceof HTMLAnchorElement) {
      rowAt(list)?.querySelector<HTMLInputElement>('[data-row-box]')?.click()
    } else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

const rowLinks = (list: HTMLElement) => [
  ...list.querySelectorAll<HTMLAnchorElement>('[data-row-link]'),
]
const rowAt = (list: HTMLElement) =>
  list.contains(document.activeElement) ? document.activeElement?.closest('tr') : null

function focusRow(list: HTMLElement, direction: 1 | -1) {
  const links = rowLinks(list)
  const row = rowAt(list)
  const current = links.findIndex((link) => row?.contains(link))
  if (current >= 0) links[current + direction]?.focus()
  else links.at(direction > 0 ? 0 : -1)?.focus()
}
