/**
 * Stores typed input field by field, so that two tabs of one user do not overwrite each other. `sessionStorage` holds
 * this tab's input and survives a reload. `localStorage` holds the last input of any tab, for the next tab that
 * opens.
 */
const PREFIX = 'backoffice.draft.'
/** Marks the drafts that this tab has already loaded. */
const STARTED = 'backoffice.drafts-begun.'
const ERASED = 'backoffice.drafts-erased'

/** This tab's input. If the browser refuses storage, the input lasts only as long as the page. */
const here = new Map<string, string>()
const listeners = new Set<(key: string) => void>()
const restoreListeners = new Map<string, Set<() => void>>()

const keyOf = (draft: string, field: string) => `${PREFIX}${draft}\n${field}`

/** The draft of the values with which the input of another draft began. */
export const baseName = (draft: string) => `${draft}.base`
const isBase = (key: string) => key.split('\n')[0]?.endsWith('.base') ?? false

export function saveDraftField(draft: string, field: string, value: unknown): void {
  const key = keyOf(draft, field)
  const text = JSON.stringify(value)
  here.set(key, text)
  withStorage('session', (own) => own.setItem(key, text))
  withStorage('local', (all) => all.setItem(key, text))
}

/** Whether this tab has input there. */
export const hasTyped = (draft: string, field: string): boolean => here.has(keyOf(draft, field))

/** The field was saved or discarded. Input of another tab stays. */
export function discardDraftField(draft: string, field: string): void {
  const key = keyOf(draft, field)
  const mine = here.get(key)
  here.delete(key)
  withStorage('session', (own) => own.removeItem(key))
  withStorage('local', (all) => {
    if (all.getItem(key) === mine) all.removeItem(key)
  })
}

/**
 * Input typed into a form. A new tab starts from the browser's last input. After that it uses only its own input,
 * also after a reload.
 */
export function readDraftField(draft: string): Record<string, unknown> {
  const begins = keyOf(draft, '')
  const hasStarted = entriesOf('session').some(([key]) => key === STARTED + draft)
  for (const [key, text] of entriesOf(hasStarted ? 'session' : 'local')) {
    if (key.startsWith(begins)) here.set(key, text)
  }
  withStorage('session', (own) => own.setItem(STARTED + draft, ''))
  const typed: Record<string, unknown> = {}
  for (const [key, text] of here) {
    if (!key.startsWith(begins)) continue
    withStorage('session', (own) => own.setItem(key, text))
    typed[key.slice(begins.length)] = JSON.parse(text)
  }
  return typed
}

/** Called for every field that another tab saved or discarded while this tab showed the same value. */
export function onDraftDiscarded(draft: string, listener: (field: string) => void): () => void {
  const begins = keyOf(draft, '')
  const notify = (key: string) => {
    if (key.startsWith(begins)) listener(key.slice(begins.length))
  }
  listeners.add(notify)
  return () => void listeners.delete(notify)
}

/** Called after discarded input of this draft was stored again, maybe by a form that is no longer on the page. */
export function onDraftRestored(draft: string, listener: () => void): () => void {
  const ofDraft = restoreListeners.get(draft) ?? new Set()
  restoreListeners.set(draft, ofDraft.add(listener))
  return () => void ofDraft.delete(listener)
}

export function notifyDraftRestored(draft: string): void {
  for (const listener of restoreListeners.get(draft) ?? []) listener()
}

/** Whether this browser has input that was neither saved nor discarded. */
export const hasDrafts = (): boolean =>
  here.size > 0 || entriesOf('local').some(([key]) => key.startsWith(PREFIX))

/** After sign-out no tab contains input of this user. */
export function eraseDrafts(): void {
  eraseHere()
  eraseOn('local')
  withStorage('local', (all) => all.setItem(ERASED, String(Date.now())))
}

function eraseHere() {
  here.clear()
  eraseOn('session')
}

function eraseOn(area: StorageArea) {
  for (const [key] of entriesOf(area)) {
    if (key.startsWith(PREFIX) || key.startsWith(STARTED)) {
      withStorage(area, (held) => held.removeItem(key))
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
  if (key === ERASED) eraseHere()
  if (!key?.startsWith(PREFIX) || newValue !== null || here.get(key) !== oldValue) return
  // This tab may have other input, based on the same value of the server.
  if (isBase(key)) return
  here.delete(key)
  withStorage('session', (own) => own.removeItem(key))
  for (const listener of listeners) listener(key)
})
