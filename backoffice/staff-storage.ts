/** Fallback if the browser refuses storage. It lasts as long as the page. */
const inMemory = new Map<string, string>()
const PREFIX = 'backoffice.'

export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name) ?? inMemory.get(name) ?? null
  } catch {
    return inMemory.get(name) ?? null
  }
}

export function saveSetting(name: string, value: string | null): void {
  if (value === null) inMemory.delete(name)
  else inMemory.set(name, value)
  try {
    if (value === null) localStorage.removeItem(PREFIX + name)
    else localStorage.setItem(PREFIX + name, value)
  } catch {
    // The value stays in memory.
  }
}
