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
  const events = new PolledChangeEvents(sql, log)
  await events.start(direct)
  return events
}

class PolledChangeEvents implements ChangeEvents {
  readonly #listeners = new Map<Topic, Listener[]>()
  readonly #doubters: (() => void)[] = []
  #seen = new Set<number>()
  #lastPoll = Date.now()
  /** The oldest transaction in progress at the last poll: rows of this or a later transaction may be new. */
  #from = '0'
  /** The timeline of the write-ahead log at the last poll. */
  #timeline = 0
  #stopped = false
  #timer: NodeJS.Timeout | undefined
  #announcing: NodeJS.Timeout | undefined
  #polling: Promise<void> | undefined
  #ear: Awaited<ReturnType<typeof listen>> | undefined

  constructor(
    readonly sql: Sql,
    readonly log: Logger,
  ) {}

  async start(direct: Sql) {
    this.#ear = await listen(direct, 'change_event', (notice) => {
      if (notice === '') return void this.poll()
      const [id = '', topic = '', ...subject] = notice.split(' ')
      this.#hear(Number(id), topic as Topic, subject.join(' '))
    })
    await this.#read()
    this.#pollLater()
  }

  on(topic: Topic, listener: Listener) {
    this.#listeners.set(topic, [...(this.#listeners.get(topic) ?? []), listener])
  }

  onFailover(listener: () => void) {
    this.#doubters.push(listener)
  }

  current() {
    return Date.now() - this.#lastPoll < 10 * POLL_MS
  }

  poll() {
    this.#polling ??= this.#read()
      .catch((error: unknown) => {
        if (!this.#stopped) this.log.warn({ err: error }, 'change events not read')
      })
      .finally(() => {
        this.#polling = undefined
      })
    return this.#polling
  }

  announce() {
    this.#announcing ??= setTimeout(() => {
      this.#announcing = undefined
      // Not awaited: the other processes poll soon anyway.
      this.sql`select pg_notify('change_event', '')`.catch(() => {})
    }, TOGETHER_MS).unref()
  }

  async stop() {
    this.#stopped = true
    clearTimeout(this.#announcing)
    clearTimeout(this.#timer)
    await this.#polling
    this.#ear?.close()
  }

  #hear(id: number, topic: Topic, subject: string) {
    if (this.#seen.has(id)) return
    this.#seen.add(id)
    for (const listener of this.#listeners.get(topic) ?? []) listener(subject)
  }

  #doubt() {
    for (const doubter of this.#doubters) doubter()
  }

  #pollLater() {
    if (this.#stopped) return
    this.#timer = setTimeout(() => void this.poll().then(() => this.#pollLater()), POLL_MS)
    this.#timer.unref()
  }

  async #read(): Promise<void> {
    const started = Date.now()
    const rows = await this.sql<
      { id: number | null; topic: Topic; subject: string; next: string; timeline: number }[]
    >`
      select id, topic, subject, pg_snapshot_xmin(pg_current_snapshot())::text as next,
        wal_timeline() as timeline
      from (select) one left join change_event on written_by >= ${this.#from}::xid8
        and (${this.#from !== '0'} or at > clock_timestamp() - make_interval(secs => ${OVERLAP_SECONDS}))
      order by id`
    if (started - this.#lastPoll > (OVERLAP_SECONDS - 5) * 1000) this.#doubt()
    const written = rows[0]?.timeline ?? this.#timeline
    if (this.#timeline !== 0 && written !== this.#timeline) {
      // After a failover, data that the standby had not received is lost: event and transaction ids repeat and no
      // longer show which events are new.
      this.#timeline = written
      this.#seen = new Set()
      this.#from = '0'
      this.#doubt()
      return this.#read()
    }
    this.#timeline = written
    this.#lastPoll = started
    this.#from = rows[0]?.next ?? this.#from
    for (const { id, topic, subject } of rows) if (id !== null) this.#hear(id, topic, subject)
    if (this.#seen.size > rows.length + 5000) this.#seen = new Set(rows.map(({ id }) => id ?? 0))
  }
}

export async function eraseOldEvents(sql: Queries) {
  await sql`delete from change_event where at < now() - make_interval(hours => ${RETENTION_HOURS})`
}
