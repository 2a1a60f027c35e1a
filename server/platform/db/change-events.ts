import { setTimeout as pause } from 'node:timers/promises'

import type { Logger } from 'pino'
import postgres from 'postgres'

import type { Queries, Sql } from '#server/platform/db/database.ts'

export type Topic =
  | 'channel'
  | 'catalogue'
  | 'stock'
  | 'session'
  | 'voucher'
  | 'backoffice'
  | 'picture'
type Listener = (subject: string) => void

export type News = {
  on(topic: Topic, listener: Listener): void
  /** Called when news may have been missed for longer than the overlap: everything kept must go. */
  onDoubt(listener: () => void): void
  /** false while this process cannot know what the others did. */
  current(): boolean
  poll(): Promise<void>
  /** Tells every process to look now: after the commit of what announces nothing by itself. */
  announce(): void
  stop(): Promise<void>
}

/** Writes a piece of news; it reaches every process when the transaction commits, and none if it does not. */
export async function tell(sql: Queries, topic: Topic, subject: string) {
  await sql`insert into news (topic, subject) values (${topic}, ${subject})`
}

/**
 * What this transaction writes from here on is announced by whoever commits it, or found by reading: a notice within it
 * would make all commits of the database take turns.
 */
export async function tellLater(sql: Queries) {
  await sql`select set_config('shop.told_later', 'on', true)`
}

const POLL_MS = 700
/** What is announced within this time is announced together. */
const TOGETHER_MS = 50
/** What is read of the past at the start; whoever could not look for so long drops everything he keeps. */
const OVERLAP_SECONDS = 60
const KEPT_HOURS = 2

/**
 * News between processes. NOTIFY brings it at once; reading the table every moment finds what a lost
 * notice did not bring. Rows are remembered by id, because ids commit out of order. Behind a pool nobody hears a
 * NOTIFY: `direct` is the database itself. After a change of leaders everything is doubted.
 */
export async function followNews(sql: Sql, log: Logger, direct = sql): Promise<News> {
  const listeners = new Map<Topic, Listener[]>()
  const doubters: (() => void)[] = []
  let seen = new Set<number>()
  let lastLook = Date.now()
  /** The oldest transaction that was under way at the last look: whatever it or a later one wrote may be new. */
  let from = '0'
  /** Of the write-ahead log, as it was at the last look. */
  let timeline = 0
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let polling: Promise<void> | undefined

  function hear(id: number, topic: Topic, subject: string) {
    if (seen.has(id)) return
    seen.add(id)
    for (const listener of listeners.get(topic) ?? []) listener(subject)
  }

  async function read(): Promise<void> {
    const started = Date.now()
    const rows = await sql<
      { id: number | null; topic: Topic; subject: string; next: string; timeline: number }[]
    >`
      select id, topic, subject, pg_snapshot_xmin(pg_current_snapshot())::text as next,
        wal_timeline() as timeline
      from (select) one left join news on written_by >= ${from}::xid8
        and (${from !== '0'} or at > clock_timestamp() - make_interval(secs => ${OVERLAP_SECONDS}))
      order by id`
    if (started - lastLook > (OVERLAP_SECONDS - 5) * 1000) for (const doubter of doubters) doubter()
    const written = rows[0]?.timeline ?? timeline
    if (timeline !== 0 && written !== timeline) {
      // A standby leads now, and what it had not received is gone: numbers of news and of transactions come again, so
      // that neither says any more what is new.
      timeline = written
      seen = new Set()
      from = '0'
      for (const doubter of doubters) doubter()
      return read()
    }
    timeline = written
    lastLook = started
    from = rows[0]?.next ?? from
    for (const { id, topic, subject } of rows) if (id !== null) hear(id, topic, subject)
    if (seen.size > rows.length + 5000) seen = new Set(rows.map(({ id }) => id ?? 0))
  }

  function poll() {
    polling ??= read()
      .catch((error: unknown) => {
        if (!stopped) log.warn({ err: error }, 'news could not be read')
      })
      .finally(() => {
        polling = undefined
      })
    return polling
  }

  function again() {
    if (stopped) return
    timer = setTimeout(() => void poll().then(again), POLL_MS)
    timer.unref()
  }

  let announcing: NodeJS.Timeout | undefined
  function announce() {
    announcing ??= setTimeout(() => {
      announcing = undefined
      // Nobody waits for it: the others look by themselves soon.
      sql`select pg_notify('news', '')`.catch(() => {})
    }, TOGETHER_MS).unref()
  }

  const ear = await openEar(direct, (notice) => {
    if (notice === '') return void poll()
    const [id = '', topic = '', ...subject] = notice.split(' ')
    hear(Number(id), topic as Topic, subject.join(' '))
  })
  await read()
  again()

  return {
    on(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener])
    },
    onDoubt: (listener) => void doubters.push(listener),
    current: () => Date.now() - lastLook < 10 * POLL_MS,
    poll,
    announce,
    async stop() {
      stopped = true
      clearTimeout(announcing)
      clearTimeout(timer)
      await polling
      await ear.close()
    },
  }
}

const AGAIN_MS = 250

/**
 * A connection of its own that listens, and listens again as soon as it can after it was lost. (The driver's
 * own listen() tries once after a loss and then never again.)
 */
async function openEar(sql: Sql, onNotice: (notice: string) => void) {
  const closing = new AbortController()
  let listening: Promise<void> | undefined
  const ear = postgres({
    // The driver takes its own parsed options, as it does for its own listen().
    ...(sql.options as unknown as postgres.Options<Record<string, never>>),
    max: 1,
    // It says nothing for hours, and stays.
    idle_timeout: 0,
    fetch_types: false,
    onclose: () => void listen(),
    onnotify: (_: string, notice: string) => onNotice(notice),
  } as postgres.Options<Record<string, never>>)

  function listen() {
    listening ??= listenAtLast().finally(() => {
      listening = undefined
    })
    return listening
  }

  async function listenAtLast() {
    while (!closing.signal.aborted) {
      try {
        await ear`listen news`
        return
      } catch {
        await pause(AGAIN_MS)
      }
    }
  }

  await listen()
  return {
    async close() {
      closing.abort()
      await ear.end({ timeout: 1 }).catch(() => {})
    },
  }
}

export async function eraseOldNews(sql: Queries) {
  await sql`delete from news where at < now() - make_interval(hours => ${KEPT_HOURS})`
}
