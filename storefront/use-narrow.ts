import { useSyncExternalStore } from 'react'

/** As in the styles: below it there is one column. */
const NARROW = '(width < 60rem)'

/** Whether there is room for one column only: what stands elsewhere on a large screen is not in the page twice. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches)
}

function subscribe(listener: () => void) {
  const media = matchMedia(NARROW)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
