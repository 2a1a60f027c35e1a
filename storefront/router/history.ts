import { correctedAddress } from '#contract/content/page-table.ts'

/** An address of the shop with the state of its history entry. */
export type Place = {
  pathname: string
  /** '' or '?…'. */
  search: string
  hash: string
  state: unknown
  /** Unique per history entry. */
  key: string
}

export type To = string | { pathname?: string; search?: string; hash?: string }
export type Move = { replace?: boolean | undefined; state?: unknown }
type Visit = { place: Place; action: 'pop' | 'push' | 'replace' }

/** The key of an entry that was opened directly. */
export const OPENED = 'default'

/** The stored state of a history entry: the given state, its key, and its number among the shop's entries. */
type EntryState = { usr?: unknown; key?: string; idx?: number }

const entryState = (): EntryState => (history.state ?? {}) as EntryState
const newKey = () => Math.random().toString(36).slice(2, 10)

const placeNow = (): Place => {
  const { pathname, search, hash } = window.location
  const { usr = null, key = OPENED } = entryState()
  return { pathname, search, hash, state: usr, key }
}

/** The address of a navigation: '?a' is this page with another query, { hash } this page with another fragment. */
function addressOf(to: To, pathname: string): string {
  if (typeof to !== 'string') {
    const { pathname: path = pathname, search = '', hash = '' } = to
    return path + withSign('?', search) + withSign('#', hash)
  }
  if (to.startsWith('?') || to.startsWith('#')) return pathname + to
  return to
}

/** Corrects the path, because editors' links may contain extra slashes or capitals. */
function correctAddress(address: string): string {
  const [pathname = ''] = address.split(/[?#]/)
  return (correctedAddress(pathname) ?? pathname) + address.slice(pathname.length)
}

/** The query or fragment of an address with its sign in front. A sign alone is nothing. */
function withSign(sign: string, text: string): string {
  if (text === '' || text === sign) return ''
  return text.startsWith(sign) ? text : sign + text
}

const onPopState = () => notify('pop')
const subscribers = new Set<(visit: Visit) => void>()
const notify = (action: Visit['action']) => {
  const visit = { place: placeNow(), action }
  for (const subscriber of subscribers) subscriber(visit)
}

/** The browser's history and its subscribers. */
export const shopHistory = {
  now(): Visit {
    // The first entry is number 0, so that it is known whether the user can go back within the shop.
    if (entryState().idx === undefined) history.replaceState({ ...entryState(), idx: 0 }, '')
    return { place: placeNow(), action: 'pop' }
  },

  subscribe(subscriber: (visit: Visit) => void): () => void {
    if (subscribers.size === 0) window.addEventListener('popstate', onPopState)
    subscribers.add(subscriber)
    return () => {
      subscribers.delete(subscriber)
      if (subscribers.size === 0) window.removeEventListener('popstate', onPopState)
    }
  },

  go(to: To | number, { replace = false, state = null }: Move = {}, pathname: string): void {
    if (typeof to === 'number') return history.go(to)
    const entry = { usr: state, key: newKey(), idx: (entryState().idx ?? 0) + (replace ? 0 : 1) }
    const address = correctAddress(addressOf(to, pathname))
    if (replace) history.replaceState(entry, '', address)
    else history.pushState(entry, '', address)
    notify(replace ? 'replace' : 'push')
  },

  /** Stores state in this entry for a later return or reload. It triggers no render. */
  keep(state: unknown): void {
    history.replaceState({ ...entryState(), usr: state }, '')
  },

  isHere(to: string): boolean {
    const { pathname, search, hash } = new URL(to, window.location.href)
    const now = window.location
    return pathname === now.pathname && search === now.search && hash === now.hash
  },
}

type Click = {
  button: number
  metaKey: boolean
  ctrlKey: boolean
  shiftKey: boolean
  altKey: boolean
  currentTarget: { target: string }
}

/** With another button or a modifier key, the browser opens a tab or window. */
export const isPlainClick = ({
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
  currentTarget,
}: Click) =>
  button === 0 &&
  !(metaKey || ctrlKey || shiftKey || altKey) &&
  (currentTarget.target === '' || currentTarget.target === '_self')
