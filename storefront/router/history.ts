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
type Visit = { place: Place; by: 'pop' | 'push' | 'replace' }

/** The key of an entry that was opened directly. */
export const OPENED = 'default'

/** The stored state of a history entry: the given state, its key, and its number among the shop's entries. */
type Kept = { usr?: unknown; key?: string; idx?: number }

const kept = (): Kept => (history.state ?? {}) as Kept
const newKey = () => Math.random().toString(36).slice(2, 10)

const placeNow = (): Place => {
  const { pathname, search, hash } = window.location
  const { usr = null, key = OPENED } = kept()
  return { pathname, search, hash, state: usr, key }
}

/** An address that the browser resolves: '?a' is this page with another query, { hash } this page at its top. */
function addressOf(to: To, pathname: string): string {
  if (typeof to !== 'string') {
    const { pathname: path = pathname, search = '', hash = '' } = to
    return path + after('?', search) + after('#', hash)
  }
  if (to.startsWith('?') || to.startsWith('#')) return pathname + to
  return to
}

/** Editors' links may contain extra slashes or capitals. */
function properly(address: string): string {
  const [pathname = ''] = address.split(/[?#]/)
  return (correctedAddress(pathname) ?? pathname) + address.slice(pathname.length)
}

const after = (sign: string, text: string) =>
  text === '' || text === sign || text.startsWith(sign) ? (text === sign ? '' : text) : sign + text

const pop = () => notify('pop')
const followers = new Set<(visit: Visit) => void>()
const notify = (by: Visit['by']) => {
  const visit = { place: placeNow(), by }
  for (const follower of followers) follower(visit)
}

/** The browser's history and its subscribers. */
export const travel = {
  now(): Visit {
    // The first entry is number 0, so that it is known whether the user can go back within the shop.
    if (kept().idx === undefined) history.replaceState({ ...kept(), idx: 0 }, '')
    return { place: placeNow(), by: 'pop' }
  },

  follow(follower: (visit: Visit) => void): () => void {
    if (followers.size === 0) window.addEventListener('popstate', pop)
    followers.add(follower)
    return () => {
      followers.delete(follower)
      if (followers.size === 0) window.removeEventListener('popstate', pop)
    }
  },

  go(to: To | number, { replace = false, state = null }: Move = {}, pathname: string): void {
    if (typeof to === 'number') return history.go(to)
    const entry = { usr: state, key: newKey(), idx: (kept().idx ?? 0) + (replace ? 0 : 1) }
    const address = properly(addressOf(to, pathname))
    if (replace) history.replaceState(entry, '', address)
    else history.pushState(entry, '', address)
    notify(replace ? 'replace' : 'push')
  },

  /** Stores state in this entry for a later return or reload. It triggers no render. */
  keep(state: unknown): void {
    history.replaceState({ ...kept(), usr: state }, '')
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
