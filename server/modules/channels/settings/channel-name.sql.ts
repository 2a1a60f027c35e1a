import type { Queries } from '#server/platform/db/database.ts'

export const listChannelNames = (sql: Queries, channels: readonly string[] | null) => sql<
  { id: string; name: string; time_zone: string }[]
>`
  select id, name, time_zone from channel
  where ${channels === null ? sql`true` : sql`id = any(${[...channels]}::text[])`}
  order by length(id), id`
