import type { Queries } from '#server/platform/db/database.ts'

/** `colour` is the theme's heading colour, otherwise its button colour; empty without a theme. */
export const listChannelNames = (sql: Queries, channels: readonly string[] | null) => sql<
  { id: string; name: string; time_zone: string; logo: string; colour: string }[]
>`
  select id, name, time_zone, logo, coalesce(
    jsonb_path_query_first(theme_options, '$[*] ? (@.reference == "heading").value') #>> '{}',
    jsonb_path_query_first(theme_options, '$[*] ? (@.reference == "active").value') #>> '{}',
    '') as colour
  from channel
  where ${channels === null ? sql`true` : sql`id = any(${[...channels]}::text[])`}
  order by length(id), id`
