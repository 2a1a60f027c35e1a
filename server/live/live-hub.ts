import type { Logger } from 'pino'

import type { LiveChange } from '#contract/live/live-event.ts'
import { isInScope, mayReceiveChange } from '#domain/staff/live-permissions.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { ChangeEvents } from '#server/platform/db/change-events.ts'
import { EventStream } from '#server/live/event-stream.ts'
import type { Colleague, StaffSessions } from '#server/modules/staff/sessions/staff-sessions.ts'
import { channelScopeOf } from '#server/live/channel-scope.ts'

const HEARTBEAT_MS = 15_000
/** Open pages of one person in this process; each of them costs a connection and a copy of every event. */
const MAX_STREAMS = 20
/** Bursts of the shop's own events are combined into one event per second. */
const COMBINE_MS = 1000
/** A page connects within moments; one that takes longer reloads all its data. */
const RECENT_MS = 60_000
const MAX_RECENT = 2000
/** Added to the age that a page reports, for the time that its request took. */
const REQUEST_MS = 2000
const SHOP_TOPICS = ['channel', 'catalogue', 'stock', 'voucher'] as const

type Viewers = ReadonlyMap<EventStream, Colleague>
type Notify = (viewers: Viewers) => void

type StaffChangeEvent =
  | { session: string }
  /** For colleagues with the same page open; a process of an older version sends no `to`, so nobody gets it. */
  | { presence: string; to?: number[] }
  | (Omit<LiveChange, 'by'> & { by: number | null; name: string | null })

type Dependencies = { changeEvents: ChangeEvents; sql: Sql; sessions: StaffSessions; log: Logger }

/** The open pages of this process and their event streams. */
export class LiveHub {
  readonly #open = new Map<EventStream, Colleague>()
  readonly #recent = new RecentEvents()
  readonly #sql: Sql
  readonly #sessions: StaffSessions
  readonly #log: Logger
  readonly #heartbeatTimer: NodeJS.Timeout
  readonly #combinedChanges = new Map<string, Set<string>>()
  #combineTimer: NodeJS.Timeout | undefined

  constructor({ changeEvents, sql, sessions, log }: Dependencies) {
    this.#sql = sql
    this.#sessions = sessions
    this.#log = log
    changeEvents.on('backoffice', (subject) =>
      this.#handleStaffEvent(JSON.parse(subject) as StaffChangeEvent),
    )
    for (const topic of SHOP_TOPICS)
      changeEvents.on(topic, (subject) => this.#handleShopEvent(topic, subject))
    changeEvents.onFailover(() => {
      // It is not known which events newly opened pages may have missed.
      this.#recent.clear()
      for (const stream of this.#open.keys()) stream.notify({ event: 'again' })
    })
    this.#heartbeatTimer = setInterval(() => {
      this.#refreshSessions().catch((error: unknown) =>
        log.warn({ err: error }, 'open pages not read'),
      )
    }, HEARTBEAT_MS).unref()
  }

  /** Also sends what a page of this age missed between loading and connecting. Undefined: the person has too many open pages. */
  open(colleague: Colleague, { ageMs }: { ageMs: number | undefined }): EventStream | undefined {
    const ownStreams = [...this.#open.values()].filter(({ id }) => id === colleague.id)
    if (ownStreams.length >= MAX_STREAMS) return undefined
    const stream = new EventStream()
    stream.onClose(() => this.#open.delete(stream))
    this.#open.set(stream, colleague)
    stream.notify({ event: 'hello' })
    if (ageMs !== undefined) this.#recent.sendMissed(stream, colleague, ageMs)
    return stream
  }

  /** Ends the stream of every open page. */
  close() {
    clearInterval(this.#heartbeatTimer)
    clearTimeout(this.#combineTimer)
    for (const stream of this.#open.keys()) stream.end()
    this.#open.clear()
  }

  #handleStaffEvent(event: StaffChangeEvent) {
    if ('session' in event) {
      for (const [stream, { sessionId }] of this.#open)
        if (sessionId === event.session) this.#end(stream)
    } else if ('presence' in event) {
      const { presence: subject, to } = event
      this.#notifyAndStore((viewers) => {
        for (const [stream, { id }] of viewers)
          if (to?.includes(id)) stream.notify({ event: 'presence', data: { subject } })
      })
    } else {
      const { by, name, ...change } = event
      const actor = by === null ? null : { id: by, name: name ?? '' }
      this.#notifyAndStore((viewers) => this.#notifyChange(viewers, change, actor))
    }
  }

  #handleShopEvent(topic: (typeof SHOP_TOPICS)[number], subject: string) {
    this.#combinedChanges.set(topic, (this.#combinedChanges.get(topic) ?? new Set()).add(subject))
    this.#combineTimer ??= setTimeout(() => this.#notifyCombined(), COMBINE_MS).unref()
  }

  #notifyCombined() {
    this.#combineTimer = undefined
    for (const [kind, ids] of this.#combinedChanges) {
      const [firstId = ''] = ids
      const id = ids.size === 1 ? firstId : ''
      const channel = kind === 'channel' && id !== '' ? id : null
      this.#notifyAndStore((viewers) =>
        this.#notifyChange(viewers, { kind, id, channel, action: null }, null),
      )
    }
    this.#combinedChanges.clear()
  }

  /** Also stores the event for pages that connect a moment later. */
  #notifyAndStore(notify: Notify) {
    this.#recent.store(notify)
    notify(this.#open)
  }

  #notifyChange(
    viewers: Viewers,
    change: Omit<LiveChange, 'by'>,
    by: { id: number; name: string } | null,
  ) {
    const { kind, id, channel, action } = change
    const data = { kind, id, channel, action, by: by && { id: String(by.id), name: by.name } }
    const unresolved = new Map<EventStream, Colleague>()
    for (const [stream, colleague] of viewers) {
      if (!mayReceiveChange(colleague, { ...change, by: by?.id ?? null })) continue
      const isVisible = channel !== null || colleague.role === 'owner' || colleague.id === by?.id
      if (isVisible) stream.notify({ event: 'change', data })
      else unresolved.set(stream, colleague)
    }
    if (unresolved.size > 0) {
      this.#notifyViewers(unresolved, data).catch((error: unknown) =>
        this.#log.warn({ err: error, kind, id }, 'audience of a change event not resolved'),
      )
    }
  }

  /** An object without a channel in its event may still belong to some channels. */
  async #notifyViewers(viewers: Viewers, data: LiveChange) {
    const scope = await channelScopeOf(this.#sql, data.kind, data.id)
    for (const [stream, colleague] of viewers) {
      if (this.#open.has(stream) && isInScope(colleague, scope))
        stream.notify({ event: 'change', data })
    }
  }

  /** Ends expired sessions and applies changed permissions. */
  async #refreshSessions() {
    if (this.#open.size === 0) return
    const current = await this.#sessions.findOpen(
      [...this.#open.values()].map(({ sessionId }) => sessionId),
    )
    for (const [stream, colleague] of this.#open) {
      const refreshed = current.get(colleague.sessionId)
      if (!refreshed) this.#end(stream)
      else {
        this.#open.set(stream, refreshed)
        stream.heartbeat()
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
    if (this.#events.length > MAX_RECENT) {
      this.#events = this.#events.slice(MAX_RECENT / 2).filter((event) => event.at > at - RECENT_MS)
      this.#knownFrom = Math.max(at - RECENT_MS, this.#events[0]?.at ?? at)
    }
  }

  sendMissed(stream: EventStream, colleague: Colleague, ageMs: number) {
    const from = performance.now() - ageMs - REQUEST_MS
    if (ageMs > RECENT_MS || from < this.#knownFrom) stream.notify({ event: 'again' })
    else {
      const viewers = new Map([[stream, colleague]])
      for (const event of this.#events) if (event.at >= from) event.notify(viewers)
    }
  }

  clear() {
    this.#events = []
    this.#knownFrom = performance.now()
  }
}
