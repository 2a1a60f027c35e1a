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

type StaffChangeEvent =
  | { session: string }
  /** For colleagues with the same page open; a process of an older version sends no `to`, so nobody gets it. */
  | { presence: string; to?: number[] }
  | (Omit<LiveChange, 'by'> & { by: number | null; name: string | null })

export type LiveHub = {
  /** Also sends what a page of this age missed between loading and connecting. Undefined: the person has too many open pages. */
  open(colleague: Colleague, page: { ageMs: number | undefined }): EventStream | undefined
  /** Ends the stream of every open page. */
  close(): void
}

/** The open pages of this process and their event streams. */
export function liveHub({
  changeEvents,
  sql,
  sessions,
  log,
}: {
  changeEvents: ChangeEvents
  sql: Sql
  sessions: StaffSessions
  log: Logger
}): LiveHub {
  const open = new Map<EventStream, Colleague>()
  const told = new Map<string, Set<string>>()
  let gathering: NodeJS.Timeout | undefined
  let lately: { at: number; notify: (listening: Listening) => void }[] = []
  let knownFrom = performance.now()

  /** Sends now, and again to pages that connect a moment later. */
  function notifyAndStore(notify: (listening: Listening) => void) {
    const at = performance.now()
    lately.push({ at, notify })
    if (lately.length > MOST_LATELY) {
      lately = lately.slice(MOST_LATELY / 2).filter((one) => one.at > at - LATELY_MS)
      knownFrom = Math.max(at - LATELY_MS, lately[0]?.at ?? at)
    }
    notify(open)
  }

  function tellMissed(stream: EventStream, colleague: Colleague, ageMs: number) {
    const from = performance.now() - ageMs - ON_ITS_WAY_MS
    if (ageMs > LATELY_MS || from < knownFrom) stream.notify({ event: 'again' })
    else {
      const listening = new Map([[stream, colleague]])
      for (const one of lately) if (one.at >= from) one.notify(listening)
    }
  }

  function notifyChange(
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
      notifyViewers(elsewhere, data).catch((error: unknown) =>
        log.warn({ err: error, kind, id }, 'it was not found out who may hear of a change'),
      )
    }
  }

  /** What names no channel may still lie in some. */
  async function notifyViewers(listening: Listening, data: LiveChange) {
    const place = await channelScopeOf(sql, data.kind, data.id)
    for (const [stream, colleague] of listening) {
      if (open.has(stream) && liesWithin(colleague, place)) stream.notify({ event: 'change', data })
    }
  }

  function end(stream: EventStream) {
    open.delete(stream)
    stream.notify({ event: 'ended' })
    stream.end()
  }

  changeEvents.on('backoffice', (subject) => {
    const heard = JSON.parse(subject) as StaffChangeEvent
    if ('session' in heard) {
      for (const [stream, { sessionId }] of open) if (sessionId === heard.session) end(stream)
    } else if ('presence' in heard) {
      const { presence: subject, to } = heard
      notifyAndStore((listening) => {
        for (const [stream, { id }] of listening)
          if (to?.includes(id)) stream.notify({ event: 'presence', data: { subject } })
      })
    } else {
      const { by, name, ...change } = heard
      const who = by === null ? null : { id: by, name: name ?? '' }
      notifyAndStore((listening) => notifyChange(listening, change, who))
    }
  })
  for (const topic of SHOP_TOPICS) {
    changeEvents.on(topic, (subject) => {
      told.set(topic, (told.get(topic) ?? new Set()).add(subject))
      gathering ??= setTimeout(tellGathered, TOGETHER_MS).unref()
    })
  }
  function tellGathered() {
    gathering = undefined
    for (const [kind, ids] of told) {
      const [only = ''] = ids
      const id = ids.size === 1 ? only : ''
      const channel = kind === 'channel' && id !== '' ? id : null
      notifyAndStore((listening) =>
        notifyChange(listening, { kind, id, channel, action: null }, null),
      )
    }
    told.clear()
  }
  changeEvents.onFailover(() => {
    // Nor is it known which events a page opened now may have missed.
    lately = []
    knownFrom = performance.now()
    for (const stream of open.keys()) stream.notify({ event: 'again' })
  })

  /** Ends expired sessions and applies changed permissions. */
  async function beat() {
    if (open.size === 0) return
    const still = await sessions.still([...open.values()].map(({ sessionId }) => sessionId))
    for (const [stream, colleague] of open) {
      const now = still.get(colleague.sessionId)
      if (!now) end(stream)
      else {
        open.set(stream, now)
        stream.beat()
      }
    }
  }
  const beating = setInterval(() => {
    beat().catch((error: unknown) => log.warn({ err: error }, 'open pages could not be looked at'))
  }, BEAT_MS).unref()

  return {
    open(colleague, { ageMs }) {
      const own = [...open.values()].filter(({ id }) => id === colleague.id)
      if (own.length >= MOST_STREAMS) return undefined
      const stream = new EventStream()
      stream.onClose(() => open.delete(stream))
      open.set(stream, colleague)
      stream.notify({ event: 'hello' })
      if (ageMs !== undefined) tellMissed(stream, colleague, ageMs)
      return stream
    },
    close() {
      clearInterval(beating)
      clearTimeout(gathering)
      for (const stream of open.keys()) stream.end()
      open.clear()
    },
  }
}
