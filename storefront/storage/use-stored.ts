import { useSyncExternalStore } from 'react'

import { followStorage, stored, type StoredName } from '#storefront/storage/browser-storage.ts'

/** Re-renders when the value changes, here or in another tab. The hooks stand apart from what the head needs. */
export function useStored(name: StoredName): string | null {
  return useSyncExternalStore(
    followStorage,
    () => stored(name),
    () => null,
  )
}
