import { useEffect } from 'react'

/** Names of the drafts with unsaved input. */
const typed = new Set<string>()
const listeners = new Set<() => void>()

export const hasUnsavedChanges = () => typed.size > 0

export function onUnsavedChanges(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** While the user types, the page's data is not refetched. The page offers changes of other users instead. */
export function useUnsavedChanges(name: string, changed: boolean): void {
  useEffect(() => {
    if (!changed) return
    typed.add(name)
    notifyListeners()
    return () => {
      typed.delete(name)
      notifyListeners()
    }
  }, [name, changed])
}

function notifyListeners() {
  for (const listener of listeners) listener()
}
