import { useSyncExternalStore } from 'react'

import { subscribeToStorage, stored, type StoredName } from '#storefront/storage/browser-storage.ts'

/**
 * Re-renders when the value changes, here or in another tab. In a separate file, because the head script must not
 * load React.
 */
export function useStored(name: StoredName): string | null {
  return useSyncExternalStore(
    subscribeToStorage,
    () => stored(name),
    () => null,
  )
}
