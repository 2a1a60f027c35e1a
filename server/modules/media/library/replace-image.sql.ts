import type { Replacement } from '#server/modules/media/library/replace-image.ts'
import type { Queries } from '#server/platform/db/database.ts'

export async function lockReplacement(sql: Queries, id: string) {
  const [row] = await sql<Replacement[]>`
    select * from picture_replacement where id = ${Number(id)} for update`
  return row
}
