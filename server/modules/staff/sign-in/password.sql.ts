import type { Queries } from '#server/platform/db/database.ts'

export const deleteOtherStaffSessions = (sql: Queries, staffId: number, sessionId: string) => sql`
  delete from staff_session where staff_id = ${staffId} and id <> ${sessionId}`
