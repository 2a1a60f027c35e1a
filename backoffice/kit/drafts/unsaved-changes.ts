import { useEffect } from 'react'

/** What is typed and not saved yet, by the names of its drafts. */
const typed = new Set<string>()
const listeners = new Set<() => void>()

export const isTyping = () => typed.size > 0

export function followTyping(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** While something is typed, nothing of the page is read anew behind it: what somebody else wrote is offered instead. */
export function useTyping(name: string, changed: boolean): void {
  useEffect(() => {
    if (!changed) return
    typed.add(name)
    tell()
    return () => {
      typed.delete(name)
      tell()
    }
  }, [name, changed])
}

function tell() {
  for (const listener of listeners) listener()
}
