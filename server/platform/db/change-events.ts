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
const COMBINE_MS = 50
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
  readonly #failoverListeners: (() => void)[] = []
  #seen = new Set<number>()
  #lastPoll = Date.now()
  /** The oldest transaction in progress at the last poll: rows of this or a later transaction may be new. */
  #oldestTransaction = '0'
  /** The timeline of the write-ahead log at the last poll. */
  #timeline = 0
  #stopped = false
  #pollTimer: NodeJS.Timeout | undefined
  #announceTimer: NodeJS.Timeout | undefined
  #runningPoll: Promise<void> | undefined
  #listenConnection: Awaited<ReturnType<typeof listen>> | undefined

  constructor(
    readonly sql: Sql,
    readonly log: Logger,
  ) {}

  async start(direct: Sql) {
    this.#listenConnection = await listen(direct, 'change_event', (notice) => {
      if (notice === '') return void this.poll()
      const [id = '', topic = '', ...subject] = notice.split(' ')
      this.#dispatch(Number(id), topic as Topic, subject.join(' '))
    })
    await this.#readEvents()
    this.#schedulePoll()
  }

  on(topic: Topic, listener: Listener) {
    this.#listeners.set(topic, [...(this.#listeners.get(topic) ?? []), listener])
  }

  onFailover(listener: () => void) {
    this.#failoverListeners.push(listener)
  }

  current() {
    return Date.now() - this.#lastPoll < 10 * POLL_MS
  }

  poll() {
    this.#runningPoll ??= this.#readEvents()
      .catch((error: unknown) => {
        if (!this.#stopped) this.log.warn({ err: error }, 'change events not read')
      })
      .finally(() => {
        this.#runningPoll = undefined
      })
    return this.#runningPoll
  }

  announce() {
    this.#announceTimer ??= setTimeout(() => {
      this.#announceTimer = undefined
      // Not awaited: the other processes poll soon anyway.
      this.sql`select pg_notify('change_event', '')`.catch(() => {})
    }, COMBINE_MS).unref()
  }

  async stop() {
    this.#stopped = true
    clearTimeout(this.#announceTimer)
    clearTimeout(this.#pollTimer)
    await this.#runningPoll
    this.#listenConnection?.close()
  }

  #dispatch(id: number, topic: Topic, subject: string) {
    if (this.#seen.has(id)) return
    this.#seen.add(id)
    for (const listener of this.#listeners.get(topic) ?? []) listener(subject)
  }

  #notifyFailover() {
    for (const listener of this.#failoverListeners) listener()
  }

  #schedulePoll() {
    if (this.#stopped) return
    this.#pollTimer = setTimeout(() => void this.poll().then(() => this.#schedulePoll()), POLL_MS)
    this.#pollTimer.unref()
  }

  async #readEvents(): Promise<void> {
    const started = Date.now()
    const rows = await this.sql<
      { id: number | null; topic: Topic; subject: string; next: string; timeline: number }[]
    >`
      select id, topic, subject, pg_snapshot_xmin(pg_current_snapshot())::text as next,
        wal_timeline() as timeline
      from (select) one left join change_event on written_by >= ${this.#oldestTransaction}::xid8
        and (${this.#oldestTransaction !== '0'} or at > clock_timestamp() - make_interval(secs => ${OVERLAP_SECONDS}))
      order by id`
    if (started - this.#lastPoll > (OVERLAP_SECONDS - 5) * 1000) this.#notifyFailover()
    const timeline = rows[0]?.timeline ?? this.#timeline
    if (this.#timeline !== 0 && timeline !== this.#timeline) {
      // After a failover, data that the standby had not received is lost: event and transaction ids repeat and no
      // longer show which events are new.
      this.#timeline = timeline
      this.#seen = new Set()
      this.#oldestTransaction = '0'
      this.#notifyFailover()
      return this.#readEvents()
    }
    this.#timeline = timeline
    this.#lastPoll = started
    this.#oldestTransaction = rows[0]?.next ?? this.#oldestTransaction
    for (const { id, topic, subject } of rows) if (id !== null) this.#dispatch(id, topic, subject)
    if (this.#seen.size > rows.length + 5000) this.#seen = new Set(rows.map(({ id }) => id ?? 0))
  }
}

export async function eraseOldEvents(sql: Queries) {
  await sql`delete from change_event where at < now() - make_interval(hours => ${RETENTION_HOURS})`
}
