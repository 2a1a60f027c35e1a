import type { FastifyInstance } from 'fastify'

import { COMPONENTS } from '#contract/content/content.shop.ts'
import {
  channelFields,
  contentList,
  contentPage,
  mailTexts,
  menus,
  forkMenu,
} from '#contract/content/content.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import type { Language } from '#domain/language.ts'
import type { Queries } from '#server/platform/db/database.ts'
import {
  contentCounts,
  type CountedRow,
  mailCounts,
} from '#server/modules/content/texts/text-counts.ts'
import { mailLines, pageTexts } from '#server/modules/content/texts/page-texts.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import {
  ownRelease,
  seesRelease,
  shownRelease,
} from '#server/modules/content/releases/release-response.ts'
import { type StaffCaller, serveStaff } from '#server/http/staff/serve-staff-endpoint.ts'
import { LENGTH_KEY } from '#server/modules/content/list-length.ts'
import {
  MAIL_PATH,
  nameOf,
  subjectOf,
  type ContentNode,
} from '#server/modules/content/releases/change-keys.ts'
import { NOTHING, readLive } from '#server/modules/content/releases/live-values.ts'
import {
  allChanges,
  findShownReleases,
  type HeldChange,
  renewRelease,
  saveChanges,
} from '#server/modules/content/releases/release.sql.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/** Texts for editors: all languages of a text, and the fallback shown where one is empty. */
export function textRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, contentList, async ({ channel }, { sql, within }) => {
    const found = within(channel) && (await findLanguage(sql, channel))
    if (!found) return refuseStaff('not-found')
    const { name, defaultLanguage } = found
    const [rows, open, things] = await Promise.all([
      sql<CountedRow[]>`
        select channel_id, path, block, kind, key, language, value <> '' as filled from content
        where channel_id in (${channel}, ${SHARED_CHANNEL}) and kind in ('text', 'area') and key <> ${LENGTH_KEY}`,
      sql<{ kind: string; path: string | null; changes: number }[]>`
        select kind, case kind when 'content' then key ->> 'path' end as path, count(*) as changes
        from release_change join release on release.id = release_id
        where channel_id = ${channel} and state in ('draft', 'scheduled', 'stopped') and source <> 'end'
        group by 1, 2`,
      sql<{ items: number; tiles: number; own_items: boolean; own_tiles: boolean }[]>`
        select count(*) filter (where is_item) as items, count(*) filter (where not is_item) as tiles,
          coalesce(bool_or(is_item and channel_id = ${channel}), false) as own_items,
          coalesce(bool_or(not is_item and channel_id = ${channel}), false) as own_tiles
        from (select channel_id, true as is_item from navigation_item
          union all select channel_id, false from home_tile) thing
        where channel_id in (${channel}, ${SHARED_CHANNEL})`,
    ])
    const changesOf = (kind: string, path: string | null = null) =>
      open.find((row) => row.kind === kind && row.path === path)?.changes ?? 0
    const pages = contentCounts(
      rows.filter(({ path, key }) => !(path === MAIL_PATH && key.startsWith('mail_'))),
      defaultLanguage,
    )
    const [counted] = things
    return {
      channel,
      name,
      default_language: defaultLanguage,
      pages: pages
        .map(({ path, ...counts }) => ({
          path,
          kind: COMPONENTS.some((one) => one === path) ? ('component' as const) : ('page' as const),
          ...counts,
          changes: changesOf('content', path),
        }))
        .sort((a, b) => placeOf(a.path) - placeOf(b.path) || (a.path < b.path ? -1 : 1)),
      mails: { ...mailCounts(rows), changes: changesOf('mail') },
      navigation: {
        own: counted?.own_items ?? false,
        items: counted?.items ?? 0,
        changes: changesOf('navigation'),
      },
      tiles: {
        own: counted?.own_tiles ?? false,
        items: counted?.tiles ?? 0,
        changes: changesOf('tile'),
      },
      fields: { changes: changesOf('channel') },
    }
  })

  serveStaff(app, backoffice, contentPage, async ({ channel, path, release }, asker) => {
    const read = await readBeside(asker, channel, release)
    if (refused(read)) return read
    const texts = await pageTexts(asker.sql, { channel, path, ...read })
    if (texts.length === 0) return refuseStaff('not-found')
    return { channel, path, default_language: read.defaultLanguage, texts }
  })

  serveStaff(app, backoffice, mailTexts, async ({ channel, release }, asker) => {
    const read = await readBeside(asker, channel, release)
    if (refused(read)) return read
    return { channel, texts: await mailLines(asker.sql, { channel, changes: read.changes }) }
  })

  serveStaff(app, backoffice, menus, async ({ channel, release }, asker) => {
    const read = await readBeside(asker, channel, release)
    if (refused(read)) return read
    const { sql } = asker
    const [items, tiles] = await Promise.all([
      menuNodes(sql, 'navigation', channel),
      menuNodes(sql, 'tile', channel),
    ])
    return {
      default_language: read.defaultLanguage,
      navigation: { own: items.own, items: withChanges(items.things, read.changes, 'navigation') },
      tiles: { own: tiles.own, items: withChanges(tiles.things, read.changes, 'tile') },
    }
  })

  serveStaff(app, backoffice, channelFields, async ({ channel, release }, asker) => {
    const read = await readBeside(asker, channel, release)
    if (refused(read)) return read
    const [row] = await asker.sql<{ fields: string[] }[]>`
      select array(select jsonb_object_keys(channel_fields(channel)) order by 1) as fields
      from channel where id = ${channel}`
    const things = await valuesOf(
      asker.sql,
      (row?.fields ?? []).map((field): ContentNode => ({
        kind: 'channel',
        key: { channel, field },
      })),
    )
    return { fields: withChanges(things, read.changes, 'channel') }
  })

  serveStaff(app, backoffice, forkMenu, async ({ id, channel, kind }, asker) => {
    const { sql, now, colleague, audit, within } = asker
    const found = await ownRelease(sql, id, asker)
    if (refused(found)) return found
    if (!within(channel) || !(await findLanguage(sql, channel))) return refuseStaff('not-found')
    if (found.state !== 'draft' && found.state !== 'stopped') return refuseStaff('not-a-draft')
    const { own, things } = await menuNodes(sql, kind, channel)
    if (own || channel === SHARED_CHANNEL) return refuseStaff('is-own')
    const changes = things.map(({ thing, value }) => ({
      ...thing,
      subject: subjectOf(thing),
      channelId: channel,
      baseVersion: 0,
      before: null,
      after: value,
    }))
    await saveChanges(sql, found.id, changes, { staffId: colleague.id, at: now })
    await renewRelease(sql, found.id)
    audit({
      action: 'release.changed',
      subjectKind: 'release',
      subjectId: id,
      channelId: channel,
      after: { taken_over: kind, changes: changes.length },
    })
    return { release: await shownRelease(sql, found.id), changes: changes.length }
  })
}

const placeOf = (path: string) => {
  const place = COMPONENTS.findIndex((one) => one === path)
  return place < 0 ? COMPONENTS.length : place
}

async function findLanguage(sql: Queries, channel: string) {
  const [row] = await sql<{ name: string; defaultLanguage: Language }[]>`
    select name, default_language as "defaultLanguage" from channel where id = ${channel}`
  return row
}

/** The channel's current state, and the changes of the release that is viewed with it. */
async function readBeside(
  asker: StaffCaller & { colleague: { id: number } },
  channel: string,
  release: string | undefined,
) {
  const { sql, within } = asker
  const found = within(channel) && (await findLanguage(sql, channel))
  if (!found) return refuseStaff('not-found')
  let changes: HeldChange[] = []
  if (release !== undefined) {
    const [row] = await findShownReleases(sql, sql`release.id = ${Number(release)}`, 1)
    if (!row || !seesRelease(asker, row)) return refuseStaff('not-found')
    changes = await allChanges(sql, row.id)
  }
  return { defaultLanguage: found.defaultLanguage, changes }
}

type Valued = { thing: ContentNode; version: number; value: Record<string, unknown> | null }

async function valuesOf(sql: Queries, things: ContentNode[]): Promise<Valued[]> {
  const live = await readLive(sql, things)
  return things.map((thing) => ({ thing, ...(live.get(nameOf(thing)) ?? NOTHING) }))
}

/** The channel's own ones, or the shared ones as they would be after a fork. */
async function menuNodes(sql: Queries, kind: 'navigation' | 'tile', channel: string) {
  const rows = await (kind === 'navigation'
    ? sql<{ channel: string; id: string; tile?: 'category' | 'brand' }[]>`
        select channel_id as channel, id from navigation_item
        where channel_id in (${channel}, ${SHARED_CHANNEL}) order by position, id`
    : sql<{ channel: string; id: string; tile?: 'category' | 'brand' }[]>`
        select channel_id as channel, kind as tile, id from home_tile
        where channel_id in (${channel}, ${SHARED_CHANNEL}) order by kind desc, position, id`)
  const own = rows.some((row) => row.channel === channel)
  const shown = rows.filter((row) => row.channel === (own ? channel : SHARED_CHANNEL))
  const contentNodeOf = ({ id, tile }: (typeof rows)[number], of: string): ContentNode =>
    tile === undefined
      ? { kind: 'navigation', key: { channel: of, id } }
      : { kind: 'tile', key: { channel: of, tile, id } }
  const valued = await valuesOf(
    sql,
    shown.map((row) => contentNodeOf(row, row.channel)),
  )
  const things = shown.map((row, at): Valued => ({
    thing: contentNodeOf(row, channel),
    version: own ? (valued[at]?.version ?? 0) : 0,
    value: valued[at]?.value ?? null,
  }))
  return { own, things }
}

function withChanges(things: Valued[], changes: readonly HeldChange[], kind: ContentNode['kind']) {
  const of = changes.filter((change) => change.kind === kind)
  const changeOf = (thing: ContentNode) => {
    const found = of.find((change) => change.subject === subjectOf(thing))
    return found ? { after: found.after, change_version: found.version } : null
  }
  const known = new Set(things.map(({ thing }) => subjectOf(thing)))
  return [
    ...things.map(({ thing, version, value }) => ({
      key: thing.key,
      subject: subjectOf(thing),
      version,
      value,
      change: changeOf(thing),
    })),
    // What the release brings has no row yet.
    ...of
      .filter(({ subject }) => !known.has(subject))
      .map((change) => ({
        key: change.key,
        subject: change.subject,
        version: 0,
        value: null,
        change: changeOf(change),
      })),
  ]
}
