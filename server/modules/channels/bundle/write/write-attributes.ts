import type { Transaction } from '#server/platform/db/database.ts'

import type { ChannelBundle } from '#server/modules/channels/bundle/channel-bundle.ts'
import { type Count, noCount, tally } from './import-counts.ts'
import { difference, keyOf, saveRows, type Difference, allRows } from './sync-rows.ts'
import { brands, dimensions, dimensionValues, type Table, tagGroups, tags } from './shop-tables.ts'
import type { ImageRegistry } from './write-images.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import {
  deleteEmptyTagGroups,
  deleteUnusedBrands,
  deleteUnusedDimensions,
  deleteUnusedDimensionValues,
  deleteUnusedTags,
} from '#server/modules/catalog/attributes/unused-attributes.sql.ts'

/** Adds and changes brands, tags and dimensions. Unused ones are deleted at the end of the run. */
export async function writeVocabulary(
  sql: Transaction,
  folder: ChannelBundle,
  pictures: ImageRegistry,
): Promise<{ brands: Count; tags: Count; dimensions: Count }> {
  return {
    brands: folder.brands ? await writeBrands(sql, folder.brands, pictures) : noCount(),
    tags: folder.tagGroups ? await writeTags(sql, folder.tagGroups, folder.id) : noCount(),
    dimensions: folder.dimensions
      ? await writeDimensions(sql, folder.dimensions, folder.id)
      : noCount(),
  }
}

async function writeBrands(
  sql: Transaction,
  entries: NonNullable<ChannelBundle['brands']>,
  pictures: ImageRegistry,
) {
  const rows = [...entries].map(([id, { value }]) => ({
    id,
    name: value.name,
    picture: pictures.hash(value.picture),
    supplier_email: value.supplier_email ?? '',
  }))
  const count = tally()
  count.of(await addAndChange(sql, brands, rows), ({ id }) => id, 'first')
  return count.count()
}

async function writeTags(
  sql: Transaction,
  entries: NonNullable<ChannelBundle['tagGroups']>,
  channel: string,
) {
  const groups = [...entries].map(([id, { value }], position) => ({
    id,
    position,
    texts: value.texts,
  }))
  const rows = [...entries].flatMap(([group, { value }]) =>
    Object.entries(value.tags).map(([id, texts], position) => ({
      id,
      tag_group_id: group,
      position,
      texts,
    })),
  )
  const count = tally()
  const placed = await inPlace(sql, tagGroups, groups, channel, () => '')
  count.of(await addAndChange(sql, tagGroups, placed), ({ id }) => `group ${id}`, 'first')
  const placedTags = await inPlace(sql, tags, rows, channel, ({ tag_group_id }) => tag_group_id)
  count.of(await addAndChange(sql, tags, placedTags), ({ id }) => id, 'first')
  return count.count()
}

async function writeDimensions(
  sql: Transaction,
  entries: NonNullable<ChannelBundle['dimensions']>,
  channel: string,
) {
  const rows = [...entries].map(([id, { value }]) => ({ id, texts: value.texts }))
  const values = [...entries].flatMap(([dimension, { value }]) =>
    Object.entries(value.values).map(([id, { hexcode = null, texts }], position) => ({
      dimension_id: dimension,
      id,
      position,
      hexcode,
      texts,
    })),
  )
  const count = tally()
  count.of(await addAndChange(sql, dimensions, rows), ({ id }) => id, 'first')
  const placed = await inPlace(sql, dimensionValues, values, channel, (row) => row.dimension_id)
  const found = await addAndChange(sql, dimensionValues, placed)
  count.of(found, ({ dimension_id }) => dimension_id)
  return count.count()
}

/** Channel 2 decides the order; entries of another channel come at the end of their list. */
async function inPlace<Row extends { position: number }>(
  sql: Transaction,
  table: Table<Row>,
  rows: Row[],
  channel: string,
  listOf: (row: Row) => string,
): Promise<Row[]> {
  if (channel === SHARED_CHANNEL) return rows
  const stored = await allRows(sql, table)
  const places = new Map(stored.map((row) => [keyOf(table, row), row.position]))
  const ends = new Map<string, number>()
  for (const row of stored)
    ends.set(listOf(row), Math.max(ends.get(listOf(row)) ?? 0, row.position + 1))
  return rows.map((row) => {
    const end = ends.get(listOf(row)) ?? 0
    const place = places.get(keyOf(table, row))
    if (place === undefined) ends.set(listOf(row), end + 1)
    return { ...row, position: place ?? end }
  })
}

async function addAndChange<Row extends object>(
  sql: Transaction,
  table: Table<Row>,
  rows: Row[],
): Promise<Difference<Row>> {
  const found = difference(table, rows, await allRows(sql, table))
  await saveRows(sql, table, [...found.added, ...found.changed])
  return { ...found, gone: [] }
}

/**
 * Deletes attributes that no file of this run contains and that the shop does not use. Only with channel 2's own list
 * is it certain that an attribute was removed.
 */
export async function sweepVocabulary(
  sql: Transaction,
  shared: ChannelBundle,
  all: ChannelBundle[],
) {
  const gone = { brands: 0, tags: 0, dimensions: 0 }
  const unreadable = (kind: string) => all.some(({ broken }) => broken.has(`${kind}:*`))
  if (shared.brands && !unreadable('brand')) {
    const kept = named(all, ({ brands, broken }) => [
      ...(brands?.keys() ?? []),
      ...codes(broken, 'brand'),
    ])
    gone.brands = await deleteUnusedBrands(sql, kept)
  }
  if (shared.tagGroups && !unreadable('tag')) {
    const kept = named(all, ({ tagGroups, broken }) => [
      ...[...(tagGroups?.values() ?? [])].flatMap(({ value }) => Object.keys(value.tags)),
      ...codes(broken, 'tag'),
    ])
    const unused = await deleteUnusedTags(sql, kept)
    const groups = named(all, ({ tagGroups, broken }) => [
      ...(tagGroups?.keys() ?? []),
      ...codes(broken, 'tag'),
    ])
    gone.tags = unused + (await deleteEmptyTagGroups(sql, groups))
  }
  if (shared.dimensions && !unreadable('dimension'))
    gone.dimensions = await sweepDimensions(sql, all)
  return gone
}

async function sweepDimensions(sql: Transaction, all: ChannelBundle[]) {
  const kept = named(all, ({ dimensions, broken }) => [
    ...[...(dimensions ?? [])].flatMap(([code, { value }]) =>
      Object.keys(value.values).map((id) => `${code}/${id}`),
    ),
    ...codes(broken, 'value'),
  ])
  const values = await deleteUnusedDimensionValues(sql, kept)
  const codesPreserved = named(all, ({ dimensions, broken }) => [
    ...(dimensions?.keys() ?? []),
    ...codes(broken, 'dimension'),
  ])
  await deleteUnusedDimensions(sql, codesPreserved)
  return values
}

const named = (all: ChannelBundle[], names: (folder: ChannelBundle) => string[]) =>
  all.flatMap(names)
const codes = (broken: Set<string>, kind: string) =>
  [...broken]
    .filter((name) => name.startsWith(`${kind}:`))
    .map((name) => name.slice(kind.length + 1))
