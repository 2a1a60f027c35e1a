import type { Queries } from '#server/platform/db/database.ts'

export const deleteEmployerSessions = (sql: Queries, userId: number) =>
  sql`delete from employer_session where employer_user_id = ${userId}`
