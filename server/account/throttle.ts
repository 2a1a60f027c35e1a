import { isIP } from 'node:net'

import type { Config } from '#server/config.ts'
import type { Sql } from '#server/db/database.ts'
import type { Clock } from '#server/ports.ts'

/** Wrong tries are counted in the database, so that restarts and other processes change nothing. */
export type Throttle = {
  /** Runs the try unless too many failed lately; `failed` decides whether this one counts as a failure. */
  attempt<T>(
    address: string,
    work: () => Promise<T>,
    failed: (result: T) => boolean,
  ): Promise<T | { waitSeconds: number }>
  forgetOld(): Promise<number>
}

const WINDOW_MS = 60_000
/** A subnet may hold an office, and the whole shop a Christmas morning; only wrong codes count. */
const SUBNET_FACTOR = 5
const OVERALL_FACTOR = 60

export function throttleIn(sql: Sql, clock: Clock, config: Config): Throttle {
  const perAddress = config.LOGIN_TRIES_PER_MINUTE
  const underWay = new Map<string, number>()
  const waiting = new Map<string, (() => void)[]>()

  /**
   * At most as many tries of one subnet at once as an address may fail in a minute: otherwise a burst would
   * be over before the first of its failures is counted. The others wait; nobody honest is refused.
   */
  async function takePlace(address: string) {
    const busy = underWay.get(address) ?? 0
    if (busy < perAddress) {
      underWay.set(address, busy + 1)
      return
    }
    await new Promise<void>((go) => waiting.set(address, [...(waiting.get(address) ?? []), go]))
  }

  function leavePlace(address: string) {
    const [next, ...rest] = waiting.get(address) ?? []
    if (next) {
      if (rest.length > 0) waiting.set(address, rest)
      else waiting.delete(address)
      next()
      return
    }
    const busy = (underWay.get(address) ?? 1) - 1
    if (busy > 0) underWay.set(address, busy)
    else underWay.delete(address)
  }

  async function triesIn(buckets: string[]) {
    const since = new Date(clock.now().getTime() - WINDOW_MS)
    return sql<{ bucket: string; since: Date; tries: number }[]>`
      select bucket, since, tries from login_try where bucket = any(${buckets}) and since > ${since}`
  }

  async function count(buckets: string[]) {
    const now = clock.now()
    const old = new Date(now.getTime() - WINDOW_MS)
    // In one order, so that two failures never wait for each other in a circle.
    return sql<{ bucket: string; since: Date; tries: number }[]>`
      insert into login_try as t (bucket, since, tries)
      select bucket, ${now}, 1 from unnest(${[...buckets].sort()}::text[]) bucket
      on conflict (bucket) do update set
        tries = case when t.since > ${old} then t.tries + 1 else 1 end,
        since = case when t.since > ${old} then t.since else ${now} end
      returning bucket, since, tries`
  }

  return {
    async attempt(address, work, failed) {
      const place = subnetOf(address)
      const own = `address ${address}`
      const subnet = `subnet ${place}`
      const buckets = [own, subnet, 'overall']
      const limits = new Map([
        [own, perAddress],
        [subnet, perAddress * SUBNET_FACTOR],
        ['overall', perAddress * OVERALL_FACTOR],
      ])
      const wait = (rows: { bucket: string; since: Date; tries: number }[], allowed: number) => {
        const full = rows.filter((row) => row.tries >= (limits.get(row.bucket) ?? 0) + allowed)
        if (full.length === 0) return undefined
        const until = Math.max(...full.map((row) => row.since.getTime() + WINDOW_MS))
        return { waitSeconds: Math.max(1, Math.ceil((until - clock.now().getTime()) / 1000)) }
      }

      await takePlace(place)
      try {
        const before = wait(await triesIn(buckets), 0)
        if (before) return before
        const result = await work()
        if (!failed(result)) return result
        return wait(await count(buckets), 1) ?? result
      } finally {
        leavePlace(place)
      }
    },

    async forgetOld() {
      const old = new Date(clock.now().getTime() - 10 * WINDOW_MS)
      return (await sql`delete from login_try where since < ${old}`).count
    },
  }
}

/** /24 of an IPv4 address, /64 of an IPv6 one: what one customer of a provider usually holds. */
export function subnetOf(address: string) {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(plain) === 4) return plain.split('.').slice(0, 3).join('.')
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':')
    while (groups.length + after.length < 8) groups.push('0')
    groups.push(...after)
  }
  return groups.slice(0, 4).join(':')
}
