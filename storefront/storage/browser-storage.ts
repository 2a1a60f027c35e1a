import {
  framedName,
  isPreviewFrame,
  LOCAL,
  PREVIEW,
  SESSION,
} from '#contract/shared/storage-keys.ts'

export { LOCAL, SESSION } from '#contract/shared/storage-keys.ts'

/** Data of the browser, shared by all its users. It reveals nothing about any of them. */
const BROWSER_NAMES: readonly string[] = [
  LOCAL.language,
  LOCAL.cookieConsent,
  LOCAL.welcomeShown,
  LOCAL.blurCategoryImages,
]
/** The other names in local storage: data of one holder. */
export const HOLDER_NAMES = Object.values(LOCAL).filter((name) => !BROWSER_NAMES.includes(name))

/** An attribute of the document that marks the cookie bar as answered, before the shop's script has loaded. */
export const COOKIES_CHOSEN = 'cookiesChosen'

export type SessionName = (typeof SESSION)[keyof typeof SESSION]
export type LocalName = (typeof LOCAL)[keyof typeof LOCAL]
export type StoredName = SessionName | LocalName

const sessionNames = new Set<string>(Object.values(SESSION))
const listeners = new Set<() => void>()

/** A browser may block storage. The shop then stores data in memory until the page closes. */
const inMemory = new Map<string, string>()

/**
 * In a frame of the back office each preview has storage of its own, named after the frame, because two previews can
 * share one tab. Only the server's document for such a frame has the attribute.
 */
const FRAME = framePrefix()

function framePrefix(): string {
  if (typeof document === 'undefined' || document.documentElement.dataset['framed'] === undefined)
    return ''
  return isPreviewFrame(window.name) ? framedName(window.name, '') : ''
}

/** Whether the shop is in a frame of the back office. */
export const isFramed = () => FRAME !== ''

/**
 * Set by the back office: this tab is a preview. Its data stays in the tab, so that a holder in another tab of the
 * browser is not affected.
 */
export function storedPreview(): string | null {
  try {
    return globalThis.sessionStorage.getItem(FRAME + PREVIEW)
  } catch {
    return null
  }
}

function storeOf(name: StoredName): Storage | undefined {
  try {
    return FRAME !== '' || sessionNames.has(name) || storedPreview() !== null
      ? globalThis.sessionStorage
      : globalThis.localStorage
  } catch {
    return undefined
  }
}

export function stored(name: StoredName): string | null {
  try {
    return storeOf(name)?.getItem(FRAME + name) ?? inMemory.get(name) ?? null
  } catch {
    return inMemory.get(name) ?? null
  }
}

export function store(name: StoredName, value: string | null): void {
  try {
    if (value === null) storeOf(name)?.removeItem(FRAME + name)
    else storeOf(name)?.setItem(FRAME + name, value)
    inMemory.delete(name)
  } catch {
    if (value === null) inMemory.delete(name)
    else inMemory.set(name, value)
  }
  notifyStorageChange()
}

/** Notifies of values written by code outside this module. */
export function notifyStorageChange(): void {
  for (const listener of listeners) listener()
}

/** The stored JSON value. Null if it is missing or unreadable. */
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

/** Calls the listener on every change, here or in another tab. */
export function subscribeToStorage(listener: () => void): () => void {
  listeners.add(listener)
  globalThis.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    globalThis.removeEventListener('storage', listener)
  }
}
