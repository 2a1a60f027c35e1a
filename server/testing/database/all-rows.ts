import type { Sql } from '#server/platform/db/database.ts'

/** One hash per table over all its rows, except presence and staff sessions. */
export async function hashAllRows(sql: Sql): Promise<Record<string, string | undefined>> {
  const tables = await sql<{ name: string }[]>`
    select format('%I', relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname <> all(array['presence', 'staff_session'])
    order by relname`
  const hashes = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await sql.unsafe<{ hash: string }[]>(
        `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${name} t`,
      )
      return [name, row?.hash] as const
    }),
  )
  return Object.fromEntries(hashes)
}
