import type { FastifyInstance } from 'fastify'

import { refuseDesk } from '#contract/desk/desk-refusal.ts'
import type { ChangeValue } from '#contract/desk/release-change.ts'
import { compareVersions, versions } from '#contract/desk/release-api.ts'
import { refused } from '#contract/refusal.ts'
import type { Queries } from '#server/db/database.ts'
import type { Desk } from '#server/desk/desk.ts'
import { compareByWord } from '#server/desk/word-compare.ts'
import { serveDesk } from '#server/desk/serve-desk.ts'
import { nameOf } from '#server/releases/change-keys.ts'
import { readLive } from '#server/releases/live-values.ts'
import type { ReleaseSource, VersionRow } from '#server/releases/release-queries.ts'

/** What was published of each thing, and how two states of it differ. */
export function versionRoutes(app: FastifyInstance, desk: Desk) {
  serveDesk(app, desk, versions, async (asked, { sql, within }) => {
    const { channel, kind, subject, path, cursor, limit } = asked
    if (!within(channel)) return refuseDesk('not-found')
    const rows = await sql<
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
        join release on release.id = release_id left join staff on staff.id = release.published_by
      where channel_id = ${channel}
        ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
        ${subject === undefined ? sql`` : sql`and subject = ${subject}`}
        ${path === undefined ? sql`` : sql`and kind in ('content', 'mail') and content_version.key ->> 'path' = ${path}`}
        ${cursor === undefined ? sql`` : sql`and content_version.id < ${Number(cursor)}`}
      order by content_version.id desc limit ${limit + 1}`
    const page = rows.slice(0, limit)
    return {
      items: page.map((row) => ({
        id: String(row.id),
        kind: row.kind,
        subject: row.subject,
        key: row.key,
        channel: row.channel_id,
        release: { id: String(row.release_id), name: row.release_name },
        source: row.source,
        by: row.staff_id === null ? null : { id: String(row.staff_id), name: row.staff_name ?? '' },
        at: row.at.toISOString(),
        before: row.before,
        after: row.after,
      })),
      next: rows.length > limit ? String(page.at(-1)?.id ?? '') : null,
    }
  })

  serveDesk(app, desk, compareVersions, async ({ from, to }, { sql, within }) => {
    const one = await stateOf(sql, from, within)
    if (refused(one)) return one
    const other =
      to === 'live'
        ? {
            ...one,
            value: (await readLive(sql, [one.thing])).get(nameOf(one.thing))?.value ?? null,
          }
        : await stateOf(sql, to, within)
    if (refused(other)) return other
    if (nameOf(one.thing) !== nameOf(other.thing)) return refuseDesk('different-things')
    return {
      kind: one.thing.kind,
      subject: one.thing.subject,
      from: one.value,
      to: other.value,
      fields: compareByWord(one.value, other.value),
    }
  })
}

/** '17' is what version 17 published, 'before-17' what it replaced. */
async function stateOf(sql: Queries, name: string, within: (channel: string) => boolean) {
  const [row] = await sql<VersionRow[]>`
    select * from content_version where id = ${Number(name.replace('before-', ''))}`
  if (!row || !within(row.channel_id)) return refuseDesk('not-found')
  const { kind, subject, key } = row
  const value: ChangeValue = name.startsWith('before-') ? row.before : row.after
  return { thing: { kind, subject, key }, value }
}
