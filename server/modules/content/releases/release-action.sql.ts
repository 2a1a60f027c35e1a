import type { Queries } from '#server/platform/db/database.ts'

export const clearReleaseSchedule = (sql: Queries, id: number) =>
  sql`update release set until_at = null, version = version + 1 where id = ${id}`

export const listTimeZones = (sql: Queries, channels: string[]) => sql<{ time_zone: string }[]>`
  select distinct time_zone from channel where id = any(${channels})`

export const saveReleaseName = (sql: Queries, id: number, name: string) =>
  sql`update release set name = ${name}, version = version + 1 where id = ${id}`

export const archiveReleaseById = (sql: Queries, id: number) =>
  sql`update release set state = 'archived', version = version + 1 where id = ${id}`

export const returnStoppedToDraft = (sql: Queries, ids: readonly number[]) => sql`
  update release set state = 'draft', notes = '{}', version = version + 1
  where id = any(${[...ids]}::bigint[]) and state = 'stopped'`

export async function deleteReleaseChange(
  sql: Queries,
  { id, kind, subject }: { id: number; kind: string; subject: string },
) {
  const [row] = await sql<{ after: Record<string, unknown> | null; channel_id: string }[]>`
    delete from release_change
    where release_id = ${id} and kind = ${kind} and subject = ${subject}
    returning after, channel_id`
  return row
}

export const listKnownChannels = (sql: Queries, channels: string[]) =>
  sql`select from channel where id = any(${channels})`
