import type { Queries } from '#server/platform/db/database.ts'

/** The files of these are empty from now on. */
export async function forgetParts(sql: Queries, ids: number[]) {
  if (ids.length === 0) return
  await sql`delete from desk_work_part where work_id = any(${ids}::bigint[])`
  await sql`update desk_work set file_bytes = 0 where id = any(${ids}::bigint[])`
}
