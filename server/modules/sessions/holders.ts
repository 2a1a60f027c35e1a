import type { Queries, Sql } from '#server/platform/db/database.ts'
import type { ChangeEvents } from '#server/platform/db/change-events.ts'
import type { Memory } from '#server/platform/cache/memory-cache.ts'
import { RunningReads } from '#server/platform/cache/running-reads.ts'

/** The caller: the voucher of a session and its permissions. */
export type Holder = {
  voucherId: number
  channelId: string
  available: number
  firstName: string
  salutation: string
  language: string
  validUntil: Date | null
  /** No access: the voucher is blocked, or its channel is closed. */
  blocked: boolean
}

export type Holders = {
  /** Only from the cache. */
  known(voucherId: number): Holder | undefined
  find(voucherId: number): Holder | Promise<Holder | undefined>
  /** Reads a holder with another query and caches it, unless a change event arrived meanwhile. */
  readBy(voucherId: number, read: () => Promise<HolderRow>): Promise<Holder>
  /** Drops the cached holder, after a change of points in this process. */
  erase(voucherId: number): void
}

const HOLDER_BYTES = 220

export type HolderRow = {
  id: number
  channel_id: string
  available: number
  first_name: string
  salutation: string
  language: string
  valid_until: Date | number
  blocked: boolean
}

export function holdersIn(sql: Sql, changeEvents: ChangeEvents, memory: Memory): Holders {
  const known = memory.region<number, Holder>('holders', () => HOLDER_BYTES)
  const reads = new RunningReads<number>()
  const erase = (voucherId: number) => {
    reads.markStale(voucherId)
    known.erase(voucherId)
  }
  changeEvents.on('voucher', (subject) => erase(Number(subject)))
  const eraseAll = () => {
    reads.markAllStale()
    known.clear()
  }
  // A channel's time zone determines the days of its vouchers.
  changeEvents.on('channel', eraseAll)
  changeEvents.onFailover(eraseAll)

  async function readAndCache<Found extends Holder | undefined>(
    voucherId: number,
    read: () => Promise<Found>,
  ) {
    const [holder, isNew] = await reads.run(voucherId, read)
    if (holder && isNew) known.store(voucherId, holder)
    return holder
  }

  const findInMemory = (voucherId: number) =>
    changeEvents.current() ? known.find(voucherId) : undefined

  return {
    known: findInMemory,
    find: (voucherId) =>
      findInMemory(voucherId) ?? readAndCache(voucherId, () => findHolder(sql, voucherId)),
    readBy: (voucherId, read) => readAndCache(voucherId, async () => holderOf(await read())),
    erase,
  }
}

export async function findHolder(sql: Queries, voucherId: number): Promise<Holder | undefined> {
  const [row] = await sql<HolderRow[]>`
    select voucher.id, channel_id, available, first_name, salutation, language, valid_until,
      blocked_at is not null or state <> 'open' as blocked
    from voucher join voucher_balance on voucher_balance.voucher_id = voucher.id join channel on channel.id = channel_id
    where voucher.id = ${voucherId}`
  return row && holderOf(row)
}

function holderOf(row: HolderRow): Holder {
  return {
    voucherId: row.id,
    channelId: row.channel_id,
    available: row.available,
    firstName: row.first_name,
    salutation: row.salutation,
    language: row.language,
    // 'infinity' arrives as a number, not as a date.
    validUntil:
      row.valid_until instanceof Date && !Number.isNaN(row.valid_until.getTime())
        ? row.valid_until
        : null,
    blocked: row.blocked,
  }
}
