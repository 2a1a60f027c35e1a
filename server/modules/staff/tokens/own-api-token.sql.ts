import type { Queries } from '#server/platform/db/database.ts'

export const listStaffTokens = (sql: Queries, staffId: number) => sql<
  {
    id: string
    name: string
    permissions: string[]
    made_at: Date
    seen_at: Date | null
    ends_at: Date
    ended_at: Date | null
  }[]
>`
  select id, name, permissions, made_at, seen_at, ends_at, ended_at from staff_token
  where staff_id = ${staffId} order by made_at desc, id`

export async function insertStaffToken(
  sql: Queries,
  {
    tokenHash,
    staffId,
    name,
    permissions,
    now,
    endsAt,
  }: {
    tokenHash: Buffer
    staffId: number
    name: string
    permissions: string[]
    now: Date
    endsAt: Date
  },
) {
  const [row] = await sql<{ id: string }[]>`
    insert into staff_token (token_hash, staff_id, name, permissions, made_at, ends_at)
    values (${tokenHash}, ${staffId}, ${name}, ${permissions}, ${now}, ${endsAt})
    returning id`
  return row
}

export const endStaffToken = (
  sql: Queries,
  { id, now, staffId }: { id: string; now: Date; staffId: number },
) => sql`
  update staff_token set ended_at = ${now}
  where id = ${id} and staff_id = ${staffId} and ended_at is null`
