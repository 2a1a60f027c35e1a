import type { Logger } from 'pino'
import type { Fragment, Queries, Sql } from '#server/platform/db/database.ts'
import { listen } from '#server/platform/db/driver/listen.ts'

export type Topic =
  | 'channel'
  | 'catalogue'
  | 'stock'
  | 'session'
  | 'voucher'
  | 'backoffice'
  | 'picture'
type Listener = (subject: string) => void

export type ChangeEvents = {
  on(topic: Topic, listener: Listener): void
  /** Called when change events may have been missed for longer than the overlap: all caches must be cleared. */
  onFailover(listener: () => void): void
  /** false while this process cannot know what the others did. */
  current(): boolean
  poll(): Promise<void>
  /** Notifies every process to poll now: after a commit that does not notify. */
  announce(): void
  stop(): Promise<void>
}

/** Writes a change event; every process receives it if the transaction commits. */
export async function notify(sql: Queries, topic: Topic, subject: string | Fragment) {
  await sql`insert into change_event (topic, subject) values (${topic}, ${subject})`
}

/** One change event for each subject. */
export async function notifyEach(sql: Queries, topic: Topic, subjects: readonly string[]) {
  if (subjects.length === 0) return
  await sql`insert into change_event (topic, subject) select ${topic}, unnest(${[...subjects]}::text[])`
}

/**
 * Change events written later in this transaction are announced by the caller after the commit, or found by polling:
 * NOTIFY inside a transaction would serialize all commits of the database.
 */
export async function notifyLater(sql: Queries) {
  await sql`select set_config('shop.told_later', 'on', true)`
}

const POLL_MS = 700
/** Announcements within this time are combined. */
const TOGETHER_MS = 50
/** The range of past events to read at the start; a process that could not poll for this long clears its caches. */
const OVERLAP_SECONDS = 60
const RETENTION_HOURS = 2

/**
 * Change events between processes. NOTIFY delivers them at once; polling the table finds those with a lost
 * notification. Rows are remembered by id, because ids commit out of order. NOTIFY does not work through a pool:
 * `direct` is the database itself. After a failover all caches are flushed.
 */
export async function followChangeEvents(
  sql: Sql,
  log: Logger,
  direct = sql,
): Promise<ChangeEvents> {
  const listeners = new Map<Topic, Listener[]>()
  const doubters: (() => void)[] = []
  let seen = new Set<number>()
  let lastPoll = Date.now()
  /** The oldest transaction in progress at the last poll: rows of this or a later transaction may be new. */
  let from = '0'
  /** The timeline of the write-ahead log at the last poll. */
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
      from (select) one left join change_event on written_by >= ${from}::xid8
        and (${from !== '0'} or at > clock_timestamp() - make_interval(secs => ${OVERLAP_SECONDS}))
      order by id`
    if (started - lastPoll > (OVERLAP_SECONDS - 5) * 1000) for (const doubter of doubters) doubter()
    const written = rows[0]?.timeline ?? timeline
    if (timeline !== 0 && written !== timeline) {
      // After a failover, data that the standby had not received is lost: event and transaction ids repeat and no
      // longer show which events are new.
      timeline = written
      seen = new Set()
      from = '0'
      for (const doubter of doubters) doubter()
      return read()
    }
    timeline = written
    lastPoll = started
    from = rows[0]?.next ?? from
    for (const { id, topic, subject } of rows) if (id !== null) hear(id, topic, subject)
    if (seen.size > rows.length + 5000) seen = new Set(rows.map(({ id }) => id ?? 0))
  }

  function poll() {
    polling ??= read()
      .catch((error: unknown) => {
        if (!stopped) log.warn({ err: error }, 'change events could not be read')
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
      // Not awaited: the other processes poll soon anyway.
      sql`select pg_notify('change_event', '')`.catch(() => {})
    }, TOGETHER_MS).unref()
  }

  const ear = await listen(direct, 'change_event', (notice) => {
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
    onFailover: (listener) => void doubters.push(listener),
    current: () => Date.now() - lastPoll < 10 * POLL_MS,
    poll,
    announce,
    async stop() {
      stopped = true
      clearTimeout(announcing)
      clearTimeout(timer)
      await polling
      ear.close()
    },
  }
}

export async function eraseOldEvents(sql: Queries) {
  await sql`delete from change_event where at < now() - make_interval(hours => ${RETENTION_HOURS})`
}
