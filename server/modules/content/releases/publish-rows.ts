import type {
  ChannelKey,
  NavigationKey,
  NavigationValue,
  TileKey,
  TileValue,
} from '#contract/content/release-change.ts'
import type { z } from 'zod'

import type { Transaction } from '#server/platform/db/database.ts'
import {
  contentAddress,
  isContent,
  type StoredChange,
} from '#server/modules/content/releases/change-keys.ts'
import { writeChannelFields } from '#server/modules/content/releases/write-channel-fields.ts'

/** A change that cannot be written, with the reason. */
export class UnwritableChange extends Error {
  constructor(
    message: string,
    /** The affected menu item, if any. */
    readonly item: NavigationKey | null = null,
  ) {
    super(message)
  }
}

/** Writes the changes to the live rows; the caller has checked their versions. */
export async function publishRows(sql: Transaction, changes: readonly StoredChange[]) {
  await writeContent(
    sql,
    changes.filter(({ kind }) => isContent(kind)),
  )
  await writeNavigation(
    sql,
    changes.filter(({ kind }) => kind === 'navigation'),
  )
  await writeTiles(
    sql,
    changes.filter(({ kind }) => kind === 'tile'),
  )
  const fields = changes.filter(({ kind }) => kind === 'channel')
  await writeChannelFields(
    sql,
    fields.map(({ key, after }) => ({ ...(key as ChannelKey), value: after?.['value'] })),
  )
}

const splitByRemoval = (changes: readonly StoredChange[]) => ({
  written: changes.filter(({ after }) => after !== null),
  removed: changes.filter(({ after }) => after === null),
})

async function writeContent(sql: Transaction, changes: readonly StoredChange[]) {
  const { written, removed } = splitByRemoval(changes)
  if (removed.length > 0) {
    await sql`
      delete from content using jsonb_to_recordset(${sql.json(removed.map(contentAddress))})
        as removed (channel_id text, path text, block text, kind text, key text, language text)
      where (content.channel_id, content.path, content.block, content.kind, content.key, content.language)
        = (removed.channel_id, removed.path, removed.block, removed.kind, removed.key, removed.language)`
  }
  if (written.length === 0) return
  const rows = written.map((change) => ({ ...contentAddress(change), ...change.after }))
  await sql`
    insert into content (channel_id, path, block, kind, key, language, value, alt, position)
    select channel_id, path, block, kind, key, language, value, coalesce(alt, ''), coalesce(position, 0)
    from jsonb_to_recordset(${sql.json(rows)}) as wanted (channel_id text, path text, block text, kind text,
      key text, language text, value text, alt text, position integer)
    on conflict (channel_id, path, block, kind, key, language)
      do update set value = excluded.value, alt = excluded.alt, position = excluded.position`
}

async function writeNavigation(sql: Transaction, changes: readonly StoredChange[]) {
  if (changes.length === 0) return
  const { written, removed } = splitByRemoval(changes)
  const keysOf = (changes: readonly StoredChange[]) =>
    changes.map(({ key }) => key as NavigationKey)
  const items = written.map(({ key, after }) => ({
    ...(key as NavigationKey),
    ...(after as z.output<typeof NavigationValue>),
  }))
  await requireCompleteMenus(sql, items, keysOf(removed))
  if (items.length > 0) {
    await sql`
      insert into navigation_item (channel_id, id, parent_id, position, banner, banner_alt, texts)
      select channel, id, parent, position, banner, coalesce(banner_alt, '{}'), texts
      from jsonb_to_recordset(${sql.json(items)})
        as wanted (channel text, id text, parent text, position integer, banner text, banner_alt jsonb,
          texts jsonb)
      on conflict (channel_id, id) do update set parent_id = excluded.parent_id, position = excluded.position,
        banner = excluded.banner, banner_alt = excluded.banner_alt, texts = excluded.texts`
  }
  await sql`
    delete from navigation_tag using jsonb_to_recordset(${sql.json(keysOf(written))}) as item (channel text, id text)
    where channel_id = item.channel and item_id = item.id`
  const tags = items.flatMap(({ channel, id, tags }) =>
    tags.map((tag, position) => ({ channel, id, position, ...tag })),
  )
  if (tags.length > 0) {
    await sql`
      insert into navigation_tag (channel_id, item_id, tag_id, position, web_menu_column)
      select channel, id, tag, position, web_menu_column
      from jsonb_to_recordset(${sql.json(tags)})
        as wanted (channel text, id text, tag text, position integer, web_menu_column integer)`
  }
  if (removed.length > 0) {
    await sql`
      delete from navigation_item using jsonb_to_recordset(${sql.json(keysOf(removed))}) as removed (channel text, id text)
      where channel_id = removed.channel and navigation_item.id = removed.id`
  }
}

/** Each menu item must have an existing parent and must not be its own ancestor. */
async function requireCompleteMenus(
  sql: Transaction,
  wanted: { channel: string; id: string; parent: string | null }[],
  removed: NavigationKey[],
) {
  const channels = [...new Set([...wanted, ...removed].map(({ channel }) => channel))]
  const stored = await sql<{ channel: string; id: string; parent: string | null }[]>`
    select channel_id as channel, id, parent_id as parent from navigation_item
    where channel_id = any(${channels})`
  const name = ({ channel, id }: NavigationKey) => `${channel} ${id}`
  const menu = new Map([...stored, ...wanted].map((item) => [name(item), item]))
  for (const key of removed) menu.delete(name(key))
  for (const item of menu.values()) {
    const seen = new Set([name(item)])
    for (let current = item; current.parent !== null;) {
      const parent = menu.get(name({ channel: current.channel, id: current.parent }))
      if (!parent) {
        throw new UnwritableChange(
          `The menu item '${current.id}' is below '${current.parent}', which does not exist.`,
          { channel: current.channel, id: current.id },
        )
      }
      if (seen.has(name(parent))) {
        throw new UnwritableChange(`The menu item '${item.id}' would be below itself.`, {
          channel: item.channel,
          id: item.id,
        })
      }
      seen.add(name(parent))
      current = parent
    }
  }
}

async function writeTiles(sql: Transaction, changes: readonly StoredChange[]) {
  const { written, removed } = splitByRemoval(changes)
  if (removed.length > 0) {
    await sql`
      delete from home_tile using jsonb_to_recordset(${sql.json(removed.map(({ key }) => key as TileKey))})
        as removed (channel text, tile text, id text)
      where channel_id = removed.channel and kind = removed.tile and home_tile.id = removed.id`
  }
  if (written.length === 0) return
  const rows = written.map(({ key, after }) => ({
    ...(key as TileKey),
    ...(after as z.output<typeof TileValue>),
  }))
  await sql`
    insert into home_tile (channel_id, kind, id, position, extra, tag_ids, banner, media, texts)
    select channel, tile, id, position, extra, tags, banner, media, texts
    from jsonb_to_recordset(${sql.json(rows)}) as wanted (channel text, tile text, id text, position integer,
      extra boolean, tags text[], banner text, media text, texts jsonb)
    on conflict (channel_id, kind, id) do update set position = excluded.position, extra = excluded.extra,
      tag_ids = excluded.tag_ids, banner = excluded.banner, media = excluded.media, texts = excluded.texts`
}
