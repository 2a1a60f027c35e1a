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
/** Of all subnets together; half of the connections stay for those who are in the shop already. */
const AT_ONCE = 8

export function throttleIn(sql: Sql, clock: Clock, config: Config): Throttle {
  const perAddress = config.LOGIN_TRIES_PER_MINUTE
  const perSubnet = places(perAddress)
  const overall = places(AT_ONCE)

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

      await perSubnet.take(place)
      await overall.take('')
      try {
        const before = wait(await triesIn(buckets), 0)
        if (before) return before
        const result = await work()
        if (!failed(result)) return result
        return wait(await count(buckets), 1) ?? result
      } finally {
        overall.leave('')
        perSubnet.leave(place)
      }
    },

    async forgetOld() {
      const old = new Date(clock.now().getTime() - 10 * WINDOW_MS)
      return (await sql`delete from login_try where since < ${old}`).count
    },
  }
}

/**
 * So many under one name at once: otherwise a burst of tries would be over before the first of its failures is
 * counted, whether it comes from one subnet or from all over the world. The others wait their turn; nobody
 * honest is refused.
 */
function places(limit: number) {
  const busy = new Map<string, number>()
  const waiting = new Map<string, (() => void)[]>()
  return {
    async take(name: string) {
      const count = busy.get(name) ?? 0
      if (count < limit) {
        busy.set(name, count + 1)
        return
      }
      await new Promise<void>((go) => {
        const line = waiting.get(name)
        if (line) line.push(go)
        else waiting.set(name, [go])
      })
    },

    /** Whoever waits longest has the place, without its being free in between. */
    leave(name: string) {
      const line = waiting.get(name)
      const next = line?.shift()
      if (next) return next()
      waiting.delete(name)
      const count = (busy.get(name) ?? 1) - 1
      if (count > 0) busy.set(name, count)
      else busy.delete(name)
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
