import { useSyncExternalStore } from 'react'

/** The open modal dialogs, the topmost last. Everything else is inert, so messages are shown inside it. */
let dialogs: readonly HTMLElement[] = []
const listeners = new Set<() => void>()

function change(to: readonly HTMLElement[]) {
  dialogs = to
  for (const listener of listeners) listener()
}

/** Returns a function that removes it. */
export function addOpenDialog(dialog: HTMLElement): () => void {
  change([...dialogs, dialog])
  return () => change(dialogs.filter((one) => one !== dialog))
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useTopDialog = () => useSyncExternalStore(listen, () => dialogs.at(-1) ?? null)
