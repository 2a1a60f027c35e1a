import { verify } from '@node-rs/argon2'

import type { Queries } from '#server/db/database.ts'
import type { Colleague } from '#server/desk/staff-sessions.ts'

/** Of a session only: a program's token changes nothing of what opens the door. */
export async function isOwnPassword(
  sql: Queries,
  colleague: Colleague,
  password: string,
): Promise<boolean> {
  const [row] = await sql<{ password_hash: string | null }[]>`
    select password_hash from staff where id = ${colleague.id}`
  return row?.password_hash ? verify(row.password_hash, password) : false
}

export async function hasPassword(sql: Queries, staffId: number): Promise<boolean> {
  const rows = await sql`select from staff where id = ${staffId} and password_hash is not null`
  return rows.count === 1
}

/** Password, key or the company: without one nobody could come in. */
export async function hasAWayIn(sql: Queries, staffId: number): Promise<boolean> {
  const rows = await sql`
    select from staff where id = ${staffId} and (password_hash is not null
      or exists (select from staff_identity where staff_id = staff.id)
      or exists (select from staff_factor where staff_id = staff.id and kind = 'passkey'))`
  return rows.count === 1
}
