import type { Queries } from '#server/platform/db/database.ts'

/** Recent wrong codes per name, and all tries in the current second. */
export type Tries = {
  count(name: string): number
  overall: number
  second: { tries: number; endsInMs: number }
}

const OVERALL = 'overall'
const SECOND = 'second'

/** A network or an account, and up to how many wrong tries are typing errors there. */
export type Bucket = { name: string; free: number }

/**
 * The current value of a count. Counts halve every minute. Above the free number they halve every five minutes:
 * otherwise slow guessing would cost no more, and nothing after a minute. The current second uses the database's clock,
 * which all processes share. The time difference is absolute: after the clock is set back, a count in the future ages
 * like one in the past and blocks no one.
 */
const currentCount = (sql: Queries, buckets: Bucket[], now: Date) => sql`
  case when bucket = ${SECOND}
    then case when abs(extract(epoch from clock_timestamp() - since)) < 1 then tries else 0 end
    else div(tries, (2 ^ least(30, floor(
      abs(extract(epoch from ${now}::timestamptz - since)) / case when tries > ${freeOf(sql, buckets)} then 300 else 60 end
    )))::numeric)::integer
  end`

const freeOf = (sql: Queries, buckets: Bucket[]) => sql`(
  select free
  from unnest(
    ${buckets.map(({ name }) => name)}::text[],
    ${buckets.map(({ free }) => free)}::integer[]
  ) as counted (name, free)
  where name = bucket
)`

type Row = { bucket: string; tries: number; ends_in: number }

export async function findTries(sql: Queries, buckets: Bucket[], now: Date): Promise<Tries> {
  const names = buckets.map(({ name }) => name)
  return triesOf(
    await sql<Row[]>`
      select bucket, ${currentCount(sql, buckets, now)} as tries,
        1 - extract(epoch from clock_timestamp() - since)::float8 as ends_in
      from login_attempt where bucket = any(${[...names, OVERALL, SECOND]})`,
  )
}

/** Counts one wrong code. Returns the new counts. Rows are locked in a fixed order, to prevent deadlocks. */
export async function countTry(sql: Queries, buckets: Bucket[], now: Date): Promise<Tries> {
  const names = [...buckets.map(({ name }) => name), OVERALL, SECOND].sort()
  return triesOf(
    await sql<Row[]>`
      insert into login_attempt (bucket, since, tries)
      select name, case when name = ${SECOND} then clock_timestamp() else ${now}::timestamptz end, 1
      from unnest(${names}::text[]) name
      on conflict (bucket) do update set (tries, since) = (
        select remaining + 1, case when remaining = tries then since else excluded.since end
        from (select login_attempt.bucket, login_attempt.tries, login_attempt.since) as before,
          lateral (select ${currentCount(sql, buckets, now)} as remaining) as now
      )
      returning bucket, tries, 1 - extract(epoch from clock_timestamp() - since)::float8 as ends_in`,
  )
}

function triesOf(rows: readonly Row[]): Tries {
  const count = (name: string) => rows.find(({ bucket }) => bucket === name)?.tries ?? 0
  const endsIn = rows.find(({ bucket }) => bucket === SECOND)?.ends_in ?? 1
  return {
    count,
    overall: count(OVERALL),
    second: { tries: count(SECOND), endsInMs: Math.min(1, Math.max(0, endsIn)) * 1000 },
  }
}

export async function eraseTries(sql: Queries, now: Date, afterMs: number): Promise<number> {
  const [before, after] = [new Date(now.getTime() - afterMs), new Date(now.getTime() + afterMs)]
  return (await sql`delete from login_attempt where since < ${before} or since > ${after}`).count
}
