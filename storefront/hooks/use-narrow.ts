import { useSyncExternalStore } from 'react'

/** As in the styles: one column below this width. */
const NARROW = watchMedia('(width < 60rem)')

/** As in the styles: below this width the filters are a dialog. */
const PHONE = watchMedia('(width < 37.5rem)')

/** Whether only one column fits. Content that moves between layouts is then rendered only once. */
export const useIsNarrow = () => useSyncExternalStore(NARROW.subscribe, NARROW.read)

/** Whether it is as narrow as a phone. Content that is hidden there is not rendered. */
export const useIsPhone = () => useSyncExternalStore(PHONE.subscribe, PHONE.read)

function watchMedia(query: string) {
  return {
    read: () => matchMedia(query).matches,
    subscribe: (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
  }
}
