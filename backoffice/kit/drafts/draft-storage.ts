/**
 * Stores typed input field by field, so that two tabs of one user do not overwrite each other. `sessionStorage` holds
 * this tab's input and survives a reload. `localStorage` holds the last input of any tab, for the next tab that
 * opens.
 */
const PREFIX = 'backoffice.draft.'
/** Marks the drafts that this tab has already loaded. */
const LOADED = 'backoffice.drafts-begun.'
const ERASED = 'backoffice.drafts-erased'

/** This tab's input by key. If the browser refuses storage, the input lasts only as long as the page. */
const inMemory = new Map<string, string>()
const listeners = new Set<(key: string) => void>()
const restoreListeners = new Map<string, Set<() => void>>()

const keyOf = (draft: string, field: string) => `${PREFIX}${draft}\n${field}`

/** The name of the draft that holds, for each field of another draft, the server's value when typing began. */
export const baseName = (draft: string) => `${draft}.base`
const isBase = (key: string) => key.split('\n')[0]?.endsWith('.base') ?? false

export function saveDraftField(draft: string, field: string, value: unknown): void {
  const key = keyOf(draft, field)
  const text = JSON.stringify(value)
  inMemory.set(key, text)
  withStorage('session', (session) => session.setItem(key, text))
  withStorage('local', (local) => local.setItem(key, text))
}

/** Whether this tab has input in this field. */
export const hasTyped = (draft: string, field: string): boolean => inMemory.has(keyOf(draft, field))

/** Removes a field that was saved or discarded. Input of another tab stays. */
export function discardDraftField(draft: string, field: string): void {
  const key = keyOf(draft, field)
  const ownText = inMemory.get(key)
  inMemory.delete(key)
  withStorage('session', (session) => session.removeItem(key))
  withStorage('local', (local) => {
    if (local.getItem(key) === ownText) local.removeItem(key)
  })
}

/**
 * Input typed into a form. A new tab starts from the browser's last input. After that it uses only its own input,
 * also after a reload.
 */
export function readDraftFields(draft: string): Record<string, unknown> {
  const prefix = keyOf(draft, '')
  const isLoaded = entriesOf('session').some(([key]) => key === LOADED + draft)
  for (const [key, text] of entriesOf(isLoaded ? 'session' : 'local')) {
    if (key.startsWith(prefix)) inMemory.set(key, text)
  }
  withStorage('session', (session) => session.setItem(LOADED + draft, ''))
  const typed: Record<string, unknown> = {}
  for (const [key, text] of inMemory) {
    if (!key.startsWith(prefix)) continue
    withStorage('session', (session) => session.setItem(key, text))
    typed[key.slice(prefix.length)] = JSON.parse(text)
  }
  return typed
}

/** Called for every field that another tab saved or discarded while this tab showed the same value. */
export function onDraftDiscarded(draft: string, listener: (field: string) => void): () => void {
  const prefix = keyOf(draft, '')
  const notify = (key: string) => {
    if (key.startsWith(prefix)) listener(key.slice(prefix.length))
  }
  listeners.add(notify)
  return () => void listeners.delete(notify)
}

/** Called after discarded input of this draft was stored again, maybe by a form that is no longer on the page. */
export function onDraftRestored(draft: string, listener: () => void): () => void {
  const draftListeners = restoreListeners.get(draft) ?? new Set()
  restoreListeners.set(draft, draftListeners.add(listener))
  return () => void draftListeners.delete(listener)
}

export function notifyDraftRestored(draft: string): void {
  for (const listener of restoreListeners.get(draft) ?? []) listener()
}

/** Whether this browser has input that was neither saved nor discarded. */
export const hasDrafts = (): boolean =>
  inMemory.size > 0 || entriesOf('local').some(([key]) => key.startsWith(PREFIX))

/** Called on sign-out: removes the input of this user from all tabs. */
export function eraseDrafts(): void {
  eraseOwnDrafts()
  eraseStored('local')
  withStorage('local', (local) => local.setItem(ERASED, String(Date.now())))
}

function eraseOwnDrafts() {
  inMemory.clear()
  eraseStored('session')
}

function eraseStored(area: StorageArea) {
  for (const [key] of entriesOf(area)) {
    if (key.startsWith(PREFIX) || key.startsWith(LOADED)) {
      withStorage(area, (storage) => storage.removeItem(key))
    }
  }
}

type StorageArea = 'session' | 'local'

function withStorage(area: StorageArea, action: (storage: Storage) => void) {
  try {
    action(area === 'session' ? sessionStorage : localStorage)
  } catch {
    // The input stays in memory.
  }
}

function entriesOf(area: StorageArea): [string, string][] {
  let entries: [string, string][] = []
  withStorage(area, (storage) => {
    entries = Object.entries(storage).map(([key, text]) => [key, String(text)])
  })
  return entries
}

addEventListener('storage', ({ key, oldValue, newValue }) => {
  if (key === ERASED) eraseOwnDrafts()
  if (!key?.startsWith(PREFIX) || newValue !== null || inMemory.get(key) !== oldValue) return
  // This tab may have other input, based on the same value of the server.
  if (isBase(key)) return
  inMemory.delete(key)
  withStorage('session', (session) => session.removeItem(key))
  for (const listener of listeners) listener(key)
})
