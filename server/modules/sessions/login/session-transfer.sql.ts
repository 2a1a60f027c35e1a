import type { Queries } from '#server/platform/db/database.ts'

export async function findStaffName(sql: Queries, staffId: number) {
  const [row] = await sql<{ name: string; language: string }[]>`
    select name, language from staff where id = ${staffId}`
  return row
}
