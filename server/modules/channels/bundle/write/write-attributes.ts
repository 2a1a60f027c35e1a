import type { Transaction } from '#server/platform/db/database.ts'

import type { ChannelBundle } from '#server/modules/channels/bundle/channel-bundle.ts'
import { type Count, noCount, createTally } from './import-counts.ts'
import { difference, keyOf, saveRows, type Difference, readRows } from './sync-rows.ts'
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
export async function writeAttributes(
  sql: Transaction,
  bundle: ChannelBundle,
  pictures: ImageRegistry,
): Promise<{ brands: Count; tags: Count; dimensions: Count }> {
  return {
    brands: bundle.brands ? await writeBrands(sql, bundle.brands, pictures) : noCount(),
    tags: bundle.tagGroups ? await writeTags(sql, bundle.tagGroups, bundle.id) : noCount(),
    dimensions: bundle.dimensions
      ? await writeDimensions(sql, bundle.dimensions, bundle.id)
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
  const tally = createTally()
  tally.add(await upsertRows(sql, brands, rows), ({ id }) => id, 'first')
  return tally.count()
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
  const tally = createTally()
  const positioned = await withPositions(sql, tagGroups, groups, channel, () => '')
  tally.add(await upsertRows(sql, tagGroups, positioned), ({ id }) => `group ${id}`, 'first')
  const positionedTags = await withPositions(
    sql,
    tags,
    rows,
    channel,
    ({ tag_group_id }) => tag_group_id,
  )
  tally.add(await upsertRows(sql, tags, positionedTags), ({ id }) => id, 'first')
  return tally.count()
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
  const tally = createTally()
  tally.add(await upsertRows(sql, dimensions, rows), ({ id }) => id, 'first')
  const positioned = await withPositions(
    sql,
    dimensionValues,
    values,
    channel,
    (row) => row.dimension_id,
  )
  const found = await upsertRows(sql, dimensionValues, positioned)
  tally.add(found, ({ dimension_id }) => dimension_id)
  return tally.count()
}

/** Channel 2 decides the order. New entries of another channel come at the end of their list. */
async function withPositions<Row extends { position: number }>(
  sql: Transaction,
  table: Table<Row>,
  rows: Row[],
  channel: string,
  listOf: (row: Row) => string,
): Promise<Row[]> {
  if (channel === SHARED_CHANNEL) return rows
  const stored = await readRows(sql, table)
  const positions = new Map(stored.map((row) => [keyOf(table, row), row.position]))
  const ends = new Map<string, number>()
  for (const row of stored)
    ends.set(listOf(row), Math.max(ends.get(listOf(row)) ?? 0, row.position + 1))
  return rows.map((row) => {
    const end = ends.get(listOf(row)) ?? 0
    const position = positions.get(keyOf(table, row))
    if (position === undefined) ends.set(listOf(row), end + 1)
    return { ...row, position: position ?? end }
  })
}

async function upsertRows<Row extends object>(
  sql: Transaction,
  table: Table<Row>,
  rows: Row[],
): Promise<Difference<Row>> {
  const found = difference(table, rows, await readRows(sql, table))
  await saveRows(sql, table, [...found.added, ...found.changed])
  return { ...found, removed: [] }
}

/**
 * Deletes attributes that no bundle of this run contains and that the shop does not use. A list of channel 2 is needed,
 * because only it shows that an attribute was removed.
 */
export async function deleteUnusedAttributes(
  sql: Transaction,
  shared: ChannelBundle,
  all: ChannelBundle[],
) {
  const deleted = { brands: 0, tags: 0, dimensions: 0 }
  const isUnreadable = (kind: string) => all.some(({ broken }) => broken.has(`${kind}:*`))
  if (shared.brands && !isUnreadable('brand')) {
    const kept = all.flatMap(({ brands, broken }) => [
      ...(brands?.keys() ?? []),
      ...brokenCodes(broken, 'brand'),
    ])
    deleted.brands = await deleteUnusedBrands(sql, kept)
  }
  if (shared.tagGroups && !isUnreadable('tag')) {
    const kept = all.flatMap(({ tagGroups, broken }) => [
      ...[...(tagGroups?.values() ?? [])].flatMap(({ value }) => Object.keys(value.tags)),
      ...brokenCodes(broken, 'tag'),
    ])
    const deletedTags = await deleteUnusedTags(sql, kept)
    const keptGroups = all.flatMap(({ tagGroups, broken }) => [
      ...(tagGroups?.keys() ?? []),
      ...brokenCodes(broken, 'tag'),
    ])
    deleted.tags = deletedTags + (await deleteEmptyTagGroups(sql, keptGroups))
  }
  if (shared.dimensions && !isUnreadable('dimension'))
    deleted.dimensions = await deleteUnusedDimensionsOf(sql, all)
  return deleted
}

async function deleteUnusedDimensionsOf(sql: Transaction, all: ChannelBundle[]) {
  const kept = all.flatMap(({ dimensions, broken }) => [
    ...[...(dimensions ?? [])].flatMap(([code, { value }]) =>
      Object.keys(value.values).map((id) => `${code}/${id}`),
    ),
    ...brokenCodes(broken, 'value'),
  ])
  const deletedValues = await deleteUnusedDimensionValues(sql, kept)
  const keptDimensions = all.flatMap(({ dimensions, broken }) => [
    ...(dimensions?.keys() ?? []),
    ...brokenCodes(broken, 'dimension'),
  ])
  await deleteUnusedDimensions(sql, keptDimensions)
  return deletedValues
}

const brokenCodes = (broken: Set<string>, kind: string) =>
  [...broken]
    .filter((name) => name.startsWith(`${kind}:`))
    .map((name) => name.slice(kind.length + 1))
