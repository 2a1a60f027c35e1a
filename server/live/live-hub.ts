import type { Logger } from 'pino'

import type { LiveChange } from '#contract/live/live-event.ts'
import { liesWithin, mayHear } from '#domain/staff/live-permissions.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { ChangeEvents } from '#server/platform/db/change-events.ts'
import { EventStream } from '#server/live/event-stream.ts'
import type { Colleague, StaffSessions } from '#server/modules/staff/sessions/staff-sessions.ts'
import { channelScopeOf } from '#server/live/channel-scope.ts'

const BEAT_MS = 15_000
/** Open pages of one person in this process; each of them costs a connection and a copy of every event. */
const MOST_STREAMS = 20
/** Bursts of the shop's own events are combined into one event per second. */
const TOGETHER_MS = 1000
/** A page connects within moments; one that takes longer reloads all its data. */
const LATELY_MS = 60_000
const MOST_LATELY = 2000
/** Added to the age that a page reports, for the time that its request took. */
const ON_ITS_WAY_MS = 2000
const SHOP_TOPICS = ['channel', 'catalogue', 'stock', 'voucher'] as const

type Listening = ReadonlyMap<EventStream, Colleague>
type Notify = (listening: Listening) => void

type StaffChangeEvent =
  | { session: string }
  /** For colleagues with the same page open; a process of an older version sends no `to`, so nobody gets it. */
  | { presence: string; to?: number[] }
  | (Omit<LiveChange, 'by'> & { by: number | null; name: string | null })

type Surroundings = { changeEvents: ChangeEvents; sql: Sql; sessions: StaffSessions; log: Logger }

/** The open pages of this process and their event streams. */
export class LiveHub {
  readonly #open = new Map<EventStream, Colleague>()
  readonly #lately = new RecentEvents()
  readonly #sql: Sql
  readonly #sessions: StaffSessions
  readonly #log: Logger
  readonly #beating: NodeJS.Timeout
  readonly #changes = new Map<string, Set<string>>()
  #gathering: NodeJS.Timeout | undefined

  constructor({ changeEvents, sql, sessions, log }: Surroundings) {
    this.#sql = sql
    this.#sessions = sessions
    this.#log = log
    changeEvents.on('backoffice', (subject) =>
      this.#staffChanged(JSON.parse(subject) as StaffChangeEvent),
    )
    for (const topic of SHOP_TOPICS)
      changeEvents.on(topic, (subject) => this.#shopChanged(topic, subject))
    changeEvents.onFailover(() => {
      // It is not known which events newly opened pages may have missed.
      this.#lately.forget()
      for (const stream of this.#open.keys()) stream.notify({ event: 'again' })
    })
    this.#beating = setInterval(() => {
      this.#beat().catch((error: unknown) => log.warn({ err: error }, 'open pages not read'))
    }, BEAT_MS).unref()
  }

  /** Also sends what a page of this age missed between loading and connecting. Undefined: the person has too many open pages. */
  open(colleague: Colleague, { ageMs }: { ageMs: number | undefined }): EventStream | undefined {
    const own = [...this.#open.values()].filter(({ id }) => id === colleague.id)
    if (own.length >= MOST_STREAMS) return undefined
    const stream = new EventStream()
    stream.onClose(() => this.#open.delete(stream))
    this.#open.set(stream, colleague)
    stream.notify({ event: 'hello' })
    if (ageMs !== undefined) this.#lately.tellMissed(stream, colleague, ageMs)
    return stream
  }

  /** Ends the stream of every open page. */
  close() {
    clearInterval(this.#beating)
    clearTimeout(this.#gathering)
    for (const stream of this.#open.keys()) stream.end()
    this.#open.clear()
  }

  #staffChanged(heard: StaffChangeEvent) {
    if ('session' in heard) {
      for (const [stream, { sessionId }] of this.#open)
        if (sessionId === heard.session) this.#end(stream)
    } else if ('presence' in heard) {
      const { presence: subject, to } = heard
      this.#notifyAndStore((listening) => {
        for (const [stream, { id }] of listening)
          if (to?.includes(id)) stream.notify({ event: 'presence', data: { subject } })
      })
    } else {
      const { by, name, ...change } = heard
      const who = by === null ? null : { id: by, name: name ?? '' }
      this.#notifyAndStore((listening) => this.#notifyChange(listening, change, who))
    }
  }

  #shopChanged(topic: (typeof SHOP_TOPICS)[number], subject: string) {
    this.#changes.set(topic, (this.#changes.get(topic) ?? new Set()).add(subject))
    this.#gathering ??= setTimeout(() => this.#tellGathered(), TOGETHER_MS).unref()
  }

  #tellGathered() {
    this.#gathering = undefined
    for (const [kind, ids] of this.#changes) {
      const [only = ''] = ids
      const id = ids.size === 1 ? only : ''
      const channel = kind === 'channel' && id !== '' ? id : null
      this.#notifyAndStore((listening) =>
        this.#notifyChange(listening, { kind, id, channel, action: null }, null),
      )
    }
    this.#changes.clear()
  }

  /** Sends now, and again to pages that connect a moment later. */
  #notifyAndStore(notify: Notify) {
    this.#lately.store(notify)
    notify(this.#open)
  }

  #notifyChange(
    listening: Listening,
    change: Omit<LiveChange, 'by'>,
    by: { id: number; name: string } | null,
  ) {
    const { kind, id, channel, action } = change
    const data = { kind, id, channel, action, by: by && { id: String(by.id), name: by.name } }
    const elsewhere = new Map<EventStream, Colleague>()
    for (const [stream, colleague] of listening) {
      if (!mayHear(colleague, { ...change, by: by?.id ?? null })) continue
      const isSure = channel !== null || colleague.role === 'owner' || colleague.id === by?.id
      if (isSure) stream.notify({ event: 'change', data })
      else elsewhere.set(stream, colleague)
    }
    if (elsewhere.size > 0) {
      this.#notifyViewers(elsewhere, data).catch((error: unknown) =>
        this.#log.warn({ err: error, kind, id }, 'audience of a change event not resolved'),
      )
    }
  }

  /** An object without a channel in its event may still belong to some channels. */
  async #notifyViewers(listening: Listening, data: LiveChange) {
    const place = await channelScopeOf(this.#sql, data.kind, data.id)
    for (const [stream, colleague] of listening) {
      if (this.#open.has(stream) && liesWithin(colleague, place))
        stream.notify({ event: 'change', data })
    }
  }

  /** Ends expired sessions and applies changed permissions. */
  async #beat() {
    if (this.#open.size === 0) return
    const still = await this.#sessions.still(
      [...this.#open.values()].map(({ sessionId }) => sessionId),
    )
    for (const [stream, colleague] of this.#open) {
      const now = still.get(colleague.sessionId)
      if (!now) this.#end(stream)
      else {
        this.#open.set(stream, now)
        stream.beat()
      }
    }
  }

  #end(stream: EventStream) {
    this.#open.delete(stream)
    stream.notify({ event: 'ended' })
    stream.end()
  }
}

/** The events of the last minute, for pages that connect after they loaded. */
class RecentEvents {
  #events: { at: number; notify: Notify }[] = []
  #knownFrom = performance.now()

  store(notify: Notify) {
    const at = performance.now()
    this.#events.push({ at, notify })
    if (this.#events.length > MOST_LATELY) {
      this.#events = this.#events
        .slice(MOST_LATELY / 2)
        .filter((event) => event.at > at - LATELY_MS)
      this.#knownFrom = Math.max(at - LATELY_MS, this.#events[0]?.at ?? at)
    }
  }

  tellMissed(stream: EventStream, colleague: Colleague, ageMs: number) {
    const from = performance.now() - ageMs - ON_ITS_WAY_MS
    if (ageMs > LATELY_MS || from < this.#knownFrom) stream.notify({ event: 'again' })
    else {
      const listening = new Map([[stream, colleague]])
      for (const event of this.#events) if (event.at >= from) event.notify(listening)
    }
  }

  forget() {
    this.#events = []
    this.#knownFrom = performance.now()
  }
}
