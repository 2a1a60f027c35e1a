/** A browser may refuse to keep anything; the desk then remembers for as long as the page stands. */
const inMemory = new Map<string, string>()
const PREFIX = 'desk.'

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name) ?? inMemory.get(name) ?? null
  } catch {
    return inMemory.get(name) ?? null
  }
}

export function keep(name: string, value: string | null): void {
  if (value === null) inMemory.delete(name)
  else inMemory.set(name, value)
  try {
    if (value === null) localStorage.removeItem(PREFIX + name)
    else localStorage.setItem(PREFIX + name, value)
  } catch {
    // It stands in memory.
  }
}

/** Whether something was typed in this browser that was neither saved nor thrown away. */
export function holdsDrafts(): boolean {
  const isTyped = (name: string, value: string | null) =>
    name.startsWith('draft.') && value !== null && value !== '{}'
  if ([...inMemory].some(([name, value]) => isTyped(name, value))) return true
  try {
    return Object.entries(localStorage).some(([key, value]: [string, string]) =>
      isTyped(key.slice(PREFIX.length), key.startsWith(PREFIX) ? value : null),
    )
  } catch {
    return false
  }
}

/** What somebody leaves behind who signs out: nothing of theirs. */
export function forgetDrafts(): void {
  for (const name of inMemory.keys()) if (name.startsWith('draft.')) keep(name, null)
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(`${PREFIX}draft.`)) localStorage.removeItem(key)
    }
  } catch {
    // There was nothing.
  }
}
