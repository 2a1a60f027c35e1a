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
