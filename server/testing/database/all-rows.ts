import type { Sql } from '#server/platform/db/database.ts'

/** Every row of every table but those of presence and sessions, as one hash a table. */
export async function allRows(sql: Sql): Promise<Record<string, string | undefined>> {
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
