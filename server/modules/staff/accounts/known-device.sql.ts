import type { Queries } from '#server/platform/db/database.ts'

export const deleteEmployerDevices = (sql: Queries, id: number) =>
  sql`delete from known_device where employer_user_id = ${id}`
