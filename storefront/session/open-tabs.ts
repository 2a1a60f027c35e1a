import {
  HOLDERS_LOCAL,
  storedPreview,
  LOCAL,
  SESSION,
  type SessionName,
  store,
  stored,
  storedJson,
  storeJson,
} from '#storefront/storage/browser-storage.ts'
import { closeSession, token } from '#storefront/session/holder-session.ts'

/**
 * The tabs of one browser share one session: a new tab receives it from an open one, a logout or login in one applies
 * to all, and holder data in local storage is removed with the last tab. The head script sets it up before the first
 * render, and the shop's script uses it.
 */
export type OpenTabs = {
  /** Another tab may pass its session on; `arriving` resolves when it has, or when it is known that none will. */
  unsure: boolean
  arriving: Promise<void>
  /** The transfer token from another host of the shop. */
  ticket: string | null
  notifyStarted(): void
  notifyEnded(token: string): void
  /** Called when a session came from another tab or ended there. The shop's script puts its own here. */
  onChange(change: 'began' | 'ended'): void
}

type TabWindow = typeof globalThis & { giftpointTabs?: OpenTabs }

/** The values that one tab passes to another. The state of its lists and payments stays its own. */
const HANDED_ON: readonly SessionName[] = [
  SESSION.employeeInfo,
  SESSION.customerInfo,
  SESSION.encryptedCode,
  SESSION.cartGuid,
  SESSION.acting,
  // Last, because the token marks the browser as signed in.
  SESSION.token,
]
type Held = Record<string, string | null>

type Message =
  | { kind: 'hello'; tab: string; token: string | null }
  | { kind: 'here'; tab: string; to: string; held: Held }
  | { kind: 'bye'; tab: string }
  | { kind: 'began'; tab: string; held: Held }
  | { kind: 'ended'; token: string }

const CHANNEL = 'giftpoint'
export const TICKET = '#hand-over='
/** How long to wait for the answer of another tab. After a crash of the browser there is none. */
const PATIENCE_MS = 700

export const openTabs = () => (globalThis as TabWindow).giftpointTabs

export function joinTabs(): OpenTabs {
  const tabs = alone()
  // A preview from the back office is not shared with other tabs.
  if (storedPreview() !== null) return tabs
  const line = joinChannel(tabs)
  addEventListener('pagehide', line.close)
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    unpack()
    // While the page was in the cache, its session was ended or replaced.
    if (token() === null || token() !== stored(LOCAL.wt)) location.reload()
    else line.open()
  })

  unpack()
  const ticket = readTransferToken()
  const left = stored(LOCAL.wt)
  const mine = token()
  tabs.ticket = ticket
  tabs.unsure = line.open() && ticket === null && left !== null && left !== mine
  tabs.notifyStarted = line.started
  tabs.notifyEnded = line.ended
  if (mine !== null && left === null) store(LOCAL.wt, mine)
  if (tabs.unsure) {
    tabs.arriving = new Promise((resolve) => {
      line.heard = resolve
      setTimeout(resolve, PATIENCE_MS)
    })
    void tabs.arriving.then(eraseUnowned)
  } else if (ticket === null) eraseUnowned()
  ;(globalThis as TabWindow).giftpointTabs = tabs
  return tabs
}

/** The messages of this tab to others, and its reactions to theirs. */
function joinChannel(tabs: OpenTabs) {
  const me = Math.random().toString(36).slice(2)
  /** Others with this session. */
  const others = new Set<string>()
  let channel: BroadcastChannel | null = null
  // A channel reaches this origin alone; it is windows that want to be told where to.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const say = (message: Message) => channel?.postMessage(message)
  const greet = () => say({ kind: 'hello', tab: me, token: token() })
  const line = {
    /** Resolves the wait of a new tab when a session has arrived. */
    heard: () => {},
    /** Whether the channel is open. */
    open: () => {
      channel ??= connect(hear)
      greet()
      return channel !== null
    },
    close: () => {
      say({ kind: 'bye', tab: me })
      if (token() !== null && others.size === 0) packUp()
      // An open channel would keep the page out of the back/forward cache.
      channel?.close()
      channel = null
    },
    started: () => {
      others.clear()
      say({ kind: 'began', tab: me, held: held() })
      greet()
    },
    ended: (ended: string) => say({ kind: 'ended', token: ended }),
  }
  return line

  function hear(message: Message) {
    const mine = token()
    if (message.kind === 'hello') {
      if (mine === null) return
      if (message.token === mine) others.add(message.tab)
      say({ kind: 'here', tab: me, to: message.tab, held: held() })
    } else if (message.kind === 'bye') {
      others.delete(message.tab)
    } else if (message.kind === 'ended') {
      if (message.token !== mine) return
      eraseSession()
      others.clear()
      tabs.onChange('ended')
    } else if (message.kind === 'began') {
      if (message.held['token'] === mine) others.add(message.tab)
      else begin(message.held)
    } else if (message.to === me) {
      const theirs = message.held['token'] ?? null
      // Of two sessions in one browser the later one wins: its token is in local storage.
      const later = mine !== null && theirs !== mine && theirs === stored(LOCAL.wt)
      if (mine === null || later) begin(message.held)
      if (theirs === token()) others.add(message.tab)
      if (theirs === stored(LOCAL.wt)) line.heard()
    }
  }

  function begin(session: Held) {
    const { isNew, isOther } = takeOver(session)
    others.clear()
    greet()
    // A full reload, so that nothing rendered for another holder stays.
    if (isOther) location.replace('/')
    else if (isNew) tabs.onChange('began')
  }
}

function connect(hear: (message: Message) => void) {
  if (typeof BroadcastChannel === 'undefined') return null
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }) => hear(data as Message))
  return channel
}

/** Stores the session of another tab in place of this tab's own. */
function takeOver(session: Held) {
  const before = stored(SESSION.encryptedCode)
  const isOther = before !== null && before !== session[SESSION.encryptedCode]
  // Only the requested page of this tab is kept.
  const wanted = isOther ? null : stored(SESSION.wantedPath)
  if (isOther) eraseSession()
  for (const name of HANDED_ON) store(name, session[name] ?? null)
  store(SESSION.wantedPath, wanted)
  return { isNew: before === null, isOther }
}

function eraseSession() {
  for (const name of Object.values(SESSION)) store(name, null)
}

const alone = (): OpenTabs => ({
  unsure: false,
  arriving: Promise.resolve(),
  ticket: null,
  notifyStarted() {},
  notifyEnded() {},
  onChange() {},
})

const held = (): Held => Object.fromEntries(HANDED_ON.map((name) => [name, stored(name)]))

/** Data left by tabs that ended without a cleanup belongs to no session. */
function eraseUnowned() {
  const mine = token()
  if (stored(LOCAL.wt) === mine) return
  if (mine === null) return closeSession()
  for (const name of HOLDERS_LOCAL) store(name, null)
  store(LOCAL.wt, mine)
}

/**
 * The last tab moves the local data into its session storage. A later page in the same tab finds it there, and
 * closing the tab deletes it.
 */
function packUp() {
  const kept = HOLDERS_LOCAL.map((name) => [name, stored(name)] as const)
  storeJson(SESSION.keptLocal, Object.fromEntries(kept.filter(([, value]) => value !== null)))
  for (const [name] of kept) store(name, null)
}

function unpack() {
  const kept = storedJson(SESSION.keptLocal) as Partial<Record<string, string>> | null
  if (kept === null) return
  store(SESSION.keptLocal, null)
  // Only of the same session, and not while another holder is signed in.
  const now = stored(LOCAL.wt)
  if (kept[LOCAL.wt] !== token() || (now !== null && now !== token())) return
  for (const name of HOLDERS_LOCAL) {
    const value = kept[name]
    if (value !== undefined && stored(name) === null) store(name, value)
  }
}

/** Removed from the address before the page is painted or the address is stored. */
function readTransferToken(): string | null {
  const { pathname, search, hash } = location
  if (!hash.startsWith(TICKET)) return null
  history.replaceState(history.state, '', pathname + search)
  return hash.slice(TICKET.length)
}
