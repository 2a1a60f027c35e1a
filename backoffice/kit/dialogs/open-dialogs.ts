import { useSyncExternalStore } from 'react'

/** The open modal dialogs, the topmost last. Everything else is inert, so messages are shown inside it. */
let dialogs: readonly HTMLElement[] = []
const listeners = new Set<() => void>()

function setDialogs(next: readonly HTMLElement[]) {
  dialogs = next
  for (const listener of listeners) listener()
}

/** Adds an open dialog. Returns a function that removes it. */
export function addOpenDialog(dialog: HTMLElement): () => void {
  setDialogs([...dialogs, dialog])
  return () => setDialogs(dialogs.filter((other) => other !== dialog))
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useTopDialog = () => useSyncExternalStore(subscribe, () => dialogs.at(-1) ?? null)
