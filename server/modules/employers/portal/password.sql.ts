import type { Queries } from '#server/platform/db/database.ts'

export async function findEmployerOfUser(sql: Queries, id: number) {
  const [row] = await sql<{ employerId: number }[]>`
    select employer_id as "employerId" from employer_user where id = ${id}`
  return row
}

export const savePassword = (sql: Queries, id: number, passwordHash: string) =>
  sql`update employer_user set password_hash = ${passwordHash} where id = ${id}`

export const endOtherEmployerSessions = (sql: Queries, id: number, sessionId: string) => sql`
  delete from employer_session where employer_user_id = ${id} and id <> ${sessionId}`

export const listEmployerSessions = (sql: Queries, id: number) => sql<
  { id: string; made_at: Date; seen_at: Date; address: string; agent: string }[]
>`
  select id, made_at, seen_at, address, agent from employer_session
  where employer_user_id = ${id} order by seen_at desc, id`

export const endEmployerSession = (sql: Queries, id: string, userId: number) => sql`
  delete from employer_session where id = ${id} and employer_user_id = ${userId}`
