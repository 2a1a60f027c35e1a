import { LOCAL, PREVIEW, SESSION } from '#contract/shared/storage-keys.ts'

export { LOCAL, SESSION } from '#contract/shared/storage-keys.ts'

/** What the browser keeps for everybody who sits at it, and tells nothing of any of them. */
const OF_THE_BROWSER: readonly string[] = [
  LOCAL.language,
  LOCAL.cookieConsent,
  LOCAL.welcomeShown,
  LOCAL.blurCategoryImages,
]
export const HOLDERS_LOCAL = Object.values(LOCAL).filter((name) => !OF_THE_BROWSER.includes(name))

/** On the document while nobody but the page's first script knows that the cookie bar has been answered. */
export const COOKIES_CHOSEN = 'cookiesChosen'

export type SessionName = (typeof SESSION)[keyof typeof SESSION]
export type LocalName = (typeof LOCAL)[keyof typeof LOCAL]
export type StoredName = SessionName | LocalName

const sessionNames = new Set<string>(Object.values(SESSION))
const listeners = new Set<() => void>()

/** A browser may refuse storage altogether; the shop then remembers for as long as the page stands. */
const inMemory = new Map<string, string>()

/**
 * Handed over by the back office: somebody looks at the shop in this tab. It keeps everything for itself, so that a holder in
 * another tab of the same browser knows nothing of it.
 */
export function keptPreview(): string | null {
  try {
    return globalThis.sessionStorage.getItem(PREVIEW)
  } catch {
    return null
  }
}

function storeOf(name: StoredName): Storage | undefined {
  try {
    return sessionNames.has(name) || keptPreview() !== null
      ? globalThis.sessionStorage
      : globalThis.localStorage
  } catch {
    return undefined
  }
}

export function stored(name: StoredName): string | null {
  try {
    return storeOf(name)?.getItem(name) ?? inMemory.get(name) ?? null
  } catch {
    return inMemory.get(name) ?? null
  }
}

export function store(name: StoredName, value: string | null): void {
  try {
    if (value === null) storeOf(name)?.removeItem(name)
    else storeOf(name)?.setItem(name, value)
    inMemory.delete(name)
  } catch {
    if (value === null) inMemory.delete(name)
    else inMemory.set(name, value)
  }
  noticeStorage()
}

/** For what somebody else has written, whom nobody here listens to. */
export function noticeStorage(): void {
  for (const listener of listeners) listener()
}

/** What was stored as JSON; null when it is absent or cannot be read any more. */
export function storedJson(name: StoredName): unknown {
  const text = stored(name)
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const storeJson = (name: StoredName, value: unknown) => store(name, JSON.stringify(value))

/** Called on every change, here or in another tab. */
export function followStorage(listener: () => void): () => void {
  listeners.add(listener)
  globalThis.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    globalThis.removeEventListener('storage', listener)
  }
}
