import type { Queries } from '#server/db/database.ts'

/** Wrong codes of late under each name, and those of everybody in the second that runs. */
export type Tries = {
  of(name: string): number
  overall: number
  second: { tries: number; endsInMs: number }
}

const OVERALL = 'overall'
const SECOND = 'second'

/**
 * What is left of a count by now. Counts halve with each minute, and the second is counted by the database's clock,
 * which all processes share. The distance counts, not the direction: after the clock was set back, a count that lies
 * in the future is as old as one that lies as far in the past, and keeps nobody.
 */
const left = (sql: Queries, now: Date) => sql`
  case when bucket = ${SECOND}
    then case when abs(extract(epoch from clock_timestamp() - since)) < 1 then tries else 0 end
    else div(tries, (2 ^ least(floor(abs(extract(epoch from ${now}::timestamptz - since)) / 60), 30))::numeric)::integer
  end`

type Row = { bucket: string; tries: number; ends_in: number }

export async function findTries(sql: Queries, names: string[], now: Date): Promise<Tries> {
  return triesOf(
    await sql<Row[]>`
      select bucket, ${left(sql, now)} as tries,
        1 - extract(epoch from clock_timestamp() - since)::float8 as ends_in
      from login_try where bucket = any(${[...names, OVERALL, SECOND]})`,
  )
}

/** One wrong code more; answers the counts with it. In one order, so that no two wait for each other in a circle. */
export async function countTry(sql: Queries, names: string[], now: Date): Promise<Tries> {
  const buckets = [...names, OVERALL, SECOND].sort()
  return triesOf(
    await sql<Row[]>`
      insert into login_try (bucket, since, tries)
      select name, case when name = ${SECOND} then clock_timestamp() else ${now}::timestamptz end, 1
      from unnest(${buckets}::text[]) name
      on conflict (bucket) do update set (tries, since) = (
        select kept + 1, case when kept = tries then since else excluded.since end
        from (select login_try.bucket, login_try.tries, login_try.since) as before,
          lateral (select ${left(sql, now)} as kept) as now
      )
      returning bucket, tries, 1 - extract(epoch from clock_timestamp() - since)::float8 as ends_in`,
  )
}

function triesOf(rows: readonly Row[]): Tries {
  const of = (name: string) => rows.find(({ bucket }) => bucket === name)?.tries ?? 0
  const ends = rows.find(({ bucket }) => bucket === SECOND)?.ends_in ?? 1
  return {
    of,
    overall: of(OVERALL),
    second: { tries: of(SECOND), endsInMs: Math.min(1, Math.max(0, ends)) * 1000 },
  }
}

export async function forgetTries(sql: Queries, now: Date, afterMs: number): Promise<number> {
  const [before, after] = [new Date(now.getTime() - afterMs), new Date(now.getTime() + afterMs)]
  return (await sql`delete from login_try where since < ${before} or since > ${after}`).count
}
