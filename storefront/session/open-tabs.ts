import {
  HOLDER_NAMES,
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
  /** Another tab may pass its session on. `arriving` resolves when it has, or when none has answered in time. */
  unsure: boolean
  arriving: Promise<void>
  /** The transfer token from another host of the shop. */
  ticket: string | null
  notifyStarted(): void
  notifyEnded(token: string): void
  /** Called when a session came from another tab or ended there. The shop's script replaces it. */
  onChange(change: 'began' | 'ended'): void
}

type TabWindow = typeof globalThis & { giftpointTabs?: OpenTabs }

/** The values that one tab passes to another. The state of lists and payments is not passed. */
const SHARED_NAMES: readonly SessionName[] = [
  SESSION.employeeInfo,
  SESSION.customerInfo,
  SESSION.encryptedCode,
  SESSION.cartGuid,
  SESSION.acting,
  // Last, because the token marks the browser as signed in.
  SESSION.token,
]
type SessionValues = Record<string, string | null>

type Message =
  | { kind: 'hello'; tab: string; token: string | null }
  | { kind: 'here'; tab: string; to: string; held: SessionValues }
  | { kind: 'bye'; tab: string }
  | { kind: 'began'; tab: string; held: SessionValues }
  | { kind: 'ended'; token: string }

const CHANNEL = 'giftpoint'
export const TRANSFER_HASH = '#hand-over='
/** How long to wait for the answer of another tab. After a crash of the browser there is none. */
const ANSWER_TIMEOUT_MS = 700

export const openTabs = () => (globalThis as TabWindow).giftpointTabs

export function joinTabs(): OpenTabs {
  const tabs = withoutOtherTabs()
  // A preview from the back office is not shared with other tabs.
  if (storedPreview() !== null) return tabs
  const channel = joinChannel(tabs)
  addEventListener('pagehide', channel.close)
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    restoreHolderData()
    // While the page was in the cache, its session was ended or replaced.
    if (token() === null || token() !== stored(LOCAL.wt)) location.reload()
    else channel.open()
  })

  restoreHolderData()
  const ticket = readTransferToken()
  const lastToken = stored(LOCAL.wt)
  const ownToken = token()
  tabs.ticket = ticket
  tabs.unsure = channel.open() && ticket === null && lastToken !== null && lastToken !== ownToken
  tabs.notifyStarted = channel.notifyStarted
  tabs.notifyEnded = channel.notifyEnded
  if (ownToken !== null && lastToken === null) store(LOCAL.wt, ownToken)
  if (tabs.unsure) {
    tabs.arriving = new Promise((resolve) => {
      channel.onArrival = resolve
      setTimeout(resolve, ANSWER_TIMEOUT_MS)
    })
    void tabs.arriving.then(eraseUnowned)
  } else if (ticket === null) eraseUnowned()
  ;(globalThis as TabWindow).giftpointTabs = tabs
  return tabs
}

/** Sends the messages of this tab to others, and reacts to theirs. */
function joinChannel(tabs: OpenTabs) {
  const ownId = Math.random().toString(36).slice(2)
  /** The ids of the other tabs with this session. */
  const others = new Set<string>()
  let channel: BroadcastChannel | null = null
  // Only messages to windows need a target origin. A channel reaches this origin only.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const send = (message: Message) => channel?.postMessage(message)
  const greet = () => send({ kind: 'hello', tab: ownId, token: token() })
  const ownChannel = {
    /** Resolves the wait of a new tab when a session has arrived. */
    onArrival: () => {},
    /** Returns whether the browser has channels. */
    open: () => {
      channel ??= connect(onMessage)
      greet()
      return channel !== null
    },
    close: () => {
      send({ kind: 'bye', tab: ownId })
      if (token() !== null && others.size === 0) keepHolderData()
      // An open channel would keep the page out of the back/forward cache.
      channel?.close()
      channel = null
    },
    notifyStarted: () => {
      others.clear()
      send({ kind: 'began', tab: ownId, held: ownSession() })
      greet()
    },
    notifyEnded: (endedToken: string) => send({ kind: 'ended', token: endedToken }),
  }
  return ownChannel

  function onMessage(message: Message) {
    const ownToken = token()
    if (message.kind === 'hello') {
      if (ownToken === null) return
      if (message.token === ownToken) others.add(message.tab)
      send({ kind: 'here', tab: ownId, to: message.tab, held: ownSession() })
    } else if (message.kind === 'bye') {
      others.delete(message.tab)
    } else if (message.kind === 'ended') {
      if (message.token !== ownToken) return
      eraseSession()
      others.clear()
      tabs.onChange('ended')
    } else if (message.kind === 'began') {
      if (message.held['token'] === ownToken) others.add(message.tab)
      else adoptSession(message.held)
    } else if (message.to === ownId) {
      const otherToken = message.held['token'] ?? null
      // Of two sessions in one browser the later one wins: its token is in local storage.
      const isLater =
        ownToken !== null && otherToken !== ownToken && otherToken === stored(LOCAL.wt)
      if (ownToken === null || isLater) adoptSession(message.held)
      if (otherToken === token()) others.add(message.tab)
      if (otherToken === stored(LOCAL.wt)) ownChannel.onArrival()
    }
  }

  function adoptSession(session: SessionValues) {
    const { isNew, isOther } = storeSession(session)
    others.clear()
    greet()
    // A full reload, so that nothing rendered for another holder stays.
    if (isOther) location.replace('/')
    else if (isNew) tabs.onChange('began')
  }
}

function connect(onMessage: (message: Message) => void) {
  if (typeof BroadcastChannel === 'undefined') return null
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }) => onMessage(data as Message))
  return channel
}

/** Stores the session of another tab in place of this tab's own. */
function storeSession(session: SessionValues) {
  const previousCode = stored(SESSION.encryptedCode)
  const isOther = previousCode !== null && previousCode !== session[SESSION.encryptedCode]
  // Only the requested page of this tab is kept.
  const wanted = isOther ? null : stored(SESSION.wantedPath)
  if (isOther) eraseSession()
  for (const name of SHARED_NAMES) store(name, session[name] ?? null)
  store(SESSION.wantedPath, wanted)
  return { isNew: previousCode === null, isOther }
}

function eraseSession() {
  for (const name of Object.values(SESSION)) store(name, null)
}

const withoutOtherTabs = (): OpenTabs => ({
  unsure: false,
  arriving: Promise.resolve(),
  ticket: null,
  notifyStarted() {},
  notifyEnded() {},
  onChange() {},
})

const ownSession = (): SessionValues =>
  Object.fromEntries(SHARED_NAMES.map((name) => [name, stored(name)]))

/** Erases the data of tabs that ended without a cleanup. It belongs to no session. */
function eraseUnowned() {
  const ownToken = token()
  if (stored(LOCAL.wt) === ownToken) return
  if (ownToken === null) return closeSession()
  for (const name of HOLDER_NAMES) store(name, null)
  store(LOCAL.wt, ownToken)
}

/**
 * The last tab moves the local data into its session storage. A later page in the same tab finds it there, and
 * closing the tab deletes it.
 */
function keepHolderData() {
  const kept = HOLDER_NAMES.map((name) => [name, stored(name)] as const)
  storeJson(SESSION.keptLocal, Object.fromEntries(kept.filter(([, value]) => value !== null)))
  for (const [name] of kept) store(name, null)
}

function restoreHolderData() {
  const kept = storedJson(SESSION.keptLocal) as Partial<Record<string, string>> | null
  if (kept === null) return
  store(SESSION.keptLocal, null)
  // Only data of the same session, and not while another holder is signed in.
  const lastToken = stored(LOCAL.wt)
  if (kept[LOCAL.wt] !== token() || (lastToken !== null && lastToken !== token())) return
  for (const name of HOLDER_NAMES) {
    const value = kept[name]
    if (value !== undefined && stored(name) === null) store(name, value)
  }
}

/** Reads the transfer token and removes it from the address before the page is painted or the address is stored. */
function readTransferToken(): string | null {
  const { pathname, search, hash } = location
  if (!hash.startsWith(TRANSFER_HASH)) return null
  history.replaceState(history.state, '', pathname + search)
  return hash.slice(TRANSFER_HASH.length)
}
