import type { z } from 'zod'

import type {
  ChannelKey,
  NavigationKey,
  NavigationValue,
  TileKey,
  TileValue,
} from '#contract/content/release-change.ts'
import type { Channel } from '#server/modules/channels/core/channel.sql.ts'
import type {
  ContentRow,
  Menus,
  NavigationRow,
  TileRow,
} from '#server/modules/catalog/read-model/content.sql.ts'
import {
  contentAddress,
  isContent,
  type StoredChange,
} from '#server/modules/content/releases/change-keys.ts'
import { setField } from '#server/modules/content/releases/write-channel-fields.ts'

/** The rows as they are after these changes. Nothing is written, and the input is not modified. */
export function draftContent<Row extends ContentRow>(
  rows: readonly Row[],
  changes: readonly StoredChange[],
): (Row | ContentRow)[] {
  const contentChanges = changes.filter(({ kind }) => isContent(kind))
  if (contentChanges.length === 0) return [...rows]
  const keyOf = (row: ReturnType<typeof contentAddress>) =>
    [row.channel_id, row.path, row.block, row.kind, row.key, row.language].join('\n')
  const changed = new Map(
    contentChanges.map((change) => {
      const address = contentAddress(change)
      return [keyOf(address), { address, after: change.after }]
    }),
  )
  const unchangedRows = rows.filter((row) => !changed.has(keyOf(row)))
  const changedRows = [...changed.values()].flatMap(({ address, after }) =>
    after === null ? [] : ({ alt: '', position: 0, ...address, ...after } as unknown as ContentRow),
  )
  return [...unchangedRows, ...changedRows].sort(
    (a, b) =>
      a.position - b.position ||
      compareStrings(a.block, b.block) ||
      compareStrings(a.kind, b.kind) ||
      compareStrings(a.key, b.key),
  )
}

const compareStrings = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

type NavigationAfter = z.output<typeof NavigationValue>
type TileAfter = z.output<typeof TileValue>
type ChangeOf<Key, After> = Omit<StoredChange, 'key' | 'after'> & { key: Key; after: After | null }
const ofKind = <Key, After>(
  changes: readonly StoredChange[],
  kind: StoredChange['kind'],
  channel: string,
) =>
  changes.filter(
    (change) => change.kind === kind && change.channelId === channel,
  ) as unknown as ChangeOf<Key, After>[]

/**
 * The menu and tiles that a channel shows after these changes. `isOwn` says whether the current rows are its own; the
 * channel's first own row replaces all shared ones.
 */
export function draftMenus(
  menus: Menus,
  isOwn: { navigation: boolean; tiles: boolean },
  channel: string,
  changes: readonly StoredChange[],
): Menus {
  const items = ofKind<NavigationKey, NavigationAfter>(changes, 'navigation', channel)
  const tiles = ofKind<TileKey, TileAfter>(changes, 'tile', channel)
  return {
    navigation: withDraft(
      menus.navigation,
      { isOwn: isOwn.navigation, changes: items },
      (row) => row.id,
      (key, after): NavigationRow => ({
        channel_id: channel,
        id: key.id,
        parent_id: after.parent,
        position: after.position,
        banner: after.banner,
        banner_alt: after.banner_alt ?? {},
        texts: after.texts,
        tags: after.tags.map(({ tag, web_menu_column }) => ({ id: tag, column: web_menu_column })),
      }),
      ({ key }) => key.id,
    ),
    tiles: withDraft(
      menus.tiles,
      { isOwn: isOwn.tiles, changes: tiles },
      (row) => `${row.kind} ${row.id}`,
      (key, after): TileRow => ({
        channel_id: channel,
        kind: key.tile,
        id: key.id,
        position: after.position,
        extra: after.extra,
        tag_ids: after.tags,
        banner: after.banner,
        media: after.media,
        texts: after.texts,
        brand_name: null,
      }),
      ({ key }) => `${key.tile} ${key.id}`,
    ),
  }
}

function withDraft<Row extends { id: string; position: number }, Key, After>(
  rows: readonly Row[],
  { isOwn, changes }: { isOwn: boolean; changes: readonly ChangeOf<Key, After>[] },
  keyOfRow: (row: Row) => string,
  rowOf: (key: Key, after: After) => Row,
  keyOfChange: (change: ChangeOf<Key, After>) => string,
): Row[] {
  if (changes.length === 0) return [...rows]
  const changed = new Set(changes.map(keyOfChange))
  const unchangedRows = (isOwn ? rows : []).filter((row) => !changed.has(keyOfRow(row)))
  const changedRows = changes.flatMap(({ key, after }) => (after === null ? [] : rowOf(key, after)))
  return [...unchangedRows, ...changedRows].sort(
    (a, b) => a.position - b.position || compareStrings(a.id, b.id),
  )
}

/** The channel after these changes. */
export function draftChannel(channel: Channel, changes: readonly StoredChange[]): Channel {
  const fields = ofKind<ChannelKey, { value: unknown }>(changes, 'channel', channel.id)
  if (fields.length === 0) return channel
  const row: Record<string, unknown> & Parameters<typeof setField>[0] = {
    company: channel.company,
    organisation: channel.organisation,
    logo_alt: channel.logoAlt,
    theme_options: channel.themeOptions,
  }
  for (const { key, after } of fields) setField(row, { field: key.field, value: after?.value })
  const { company, organisation, logo_alt: logoAlt, theme_options: themeOptions, ...columns } = row
  const camelCased = Object.entries(columns).map(([column, value]) => [
    column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ])
  return {
    ...channel,
    ...(Object.fromEntries(camelCased) as Partial<Channel>),
    company: company as Channel['company'],
    organisation: organisation as Channel['organisation'],
    logoAlt,
    // The alternative text belongs to the previous logo.
    libraryLogoAlt: columns['logo'] === undefined ? channel.libraryLogoAlt : {},
    themeOptions,
  }
}
