import type { Queries } from '#server/platform/db/database.ts'

export const deleteStaffSession = (sql: Queries, sessionId: string) =>
  sql`delete from staff_session where id = ${sessionId}`

export const listStaffSessions = (sql: Queries, staffId: number) => sql<
  {
    id: string
    way: 'password' | 'passkey' | 'openid' | 'invitation'
    made_at: Date
    seen_at: Date
    ends_at: Date
    address: string
    agent: string
  }[]
>`
  select id, way, made_at, seen_at, ends_at, address, agent from staff_session
  where staff_id = ${staffId} order by seen_at desc, id`

export const deleteOwnStaffSession = (sql: Queries, id: string, staffId: number) => sql`
  delete from staff_session where id = ${id} and staff_id = ${staffId}`

export const deleteOtherStaffSessions = (sql: Queries, staffId: number, sessionId: string) => sql`
  delete from staff_session where staff_id = ${staffId} and id <> ${sessionId}`
