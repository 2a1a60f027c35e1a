import type { Queries, Sql } from '#server/db/database.ts'
import type { News } from '#server/db/news.ts'

/** Who is asking: the voucher behind a session, and what it may do. */
export type Holder = {
  voucherId: number
  channelId: string
  available: number
  firstName: string
  salutation: string
  language: string
  validUntil: Date | null
  blocked: boolean
}

export type Holders = {
  /** What is in memory. */
  known(voucherId: number): Holder | undefined
  find(voucherId: number): Holder | Promise<Holder | undefined>
  /** Whoever is read along with something else, unless there was news of him meanwhile. */
  readBy(read: () => Promise<HolderRow>): Promise<Holder>
  /** Read anew: after a change of its points in this process. */
  forget(voucherId: number): void
}

const KEPT = 50_000

export type HolderRow = {
  id: number
  channel_id: string
  available: number
  first_name: string
  salutation: string
  language: string
  valid_until: Date | number
  blocked_at: Date | null
}

export function holdersIn(sql: Sql, news: News): Holders {
  const known = new Map<number, Holder>()
  /** Moves with every piece of news, so that a read that began before it is not kept. */
  let heard = 0
  const forget = (voucherId: number) => {
    heard += 1
    known.delete(voucherId)
  }
  news.on('voucher', (subject) => forget(Number(subject)))
  const forgetAll = () => {
    heard += 1
    known.clear()
  }
  // With a channel's clocks its vouchers' days change.
  news.on('channel', forgetAll)
  news.onDoubt(forgetAll)

  async function kept<Found extends Holder | undefined>(read: () => Promise<Found>) {
    const before = heard
    const holder = await read()
    if (holder && before === heard) {
      if (known.size >= KEPT) known.delete(known.keys().next().value ?? 0)
      known.set(holder.voucherId, holder)
    }
    return holder
  }

  const inMemory = (voucherId: number) => (news.current() ? known.get(voucherId) : undefined)

  return {
    known: inMemory,
    find: (voucherId) => inMemory(voucherId) ?? kept(() => findHolder(sql, voucherId)),
    readBy: (read) => kept(async () => holderOf(await read())),
    forget,
  }
}

export async function findHolder(sql: Queries, voucherId: number): Promise<Holder | undefined> {
  const [row] = await sql<HolderRow[]>`
    select voucher.id, channel_id, available, first_name, salutation, language, valid_until, blocked_at
    from voucher join purse on purse.voucher_id = voucher.id where voucher.id = ${voucherId}`
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
    blocked: row.blocked_at !== null,
  }
}
