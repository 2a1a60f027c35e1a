import type { VersionRow, ReleaseSource } from '#server/modules/content/releases/release.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'

export const listContentVersions = (
  sql: Queries,
  {
    channel,
    kind,
    subject,
    path,
    cursor,
    limit,
  }: {
    channel: string
    kind: string | undefined
    subject: string | undefined
    path: string | undefined
    cursor: string | undefined
    limit: number
  },
) => sql<
  (VersionRow & {
    release_name: string
    source: ReleaseSource
    staff_id: number | null
    staff_name: string | null
  })[]
>`
  select content_version.*, release.name as release_name, release.source,
    staff.id as staff_id, staff.name as staff_name
  from content_version
    join release on release.id = release_id
    -- An end has no publisher: it was scheduled with its release.
    left join staff on staff.id = case when release.source = 'end' then release.made_by else release.published_by end
  where channel_id = ${channel}
    ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
    ${subject === undefined ? sql`` : sql`and subject = ${subject}`}
    ${path === undefined ? sql`` : sql`and kind in ('content', 'mail') and content_version.key ->> 'path' = ${path}`}
    ${cursor === undefined ? sql`` : sql`and content_version.id < ${Number(cursor)}`}
  order by content_version.id desc limit ${limit + 1}`

export async function findContentVersion(sql: Queries, name: string) {
  const [row] = await sql<(VersionRow & { release_name: string })[]>`
    select content_version.*, release.name as release_name
    from content_version join release on release.id = release_id where content_version.id = ${Number(name.replace('before-', ''))}`
  return row
}
