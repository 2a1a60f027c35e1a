import type { ChangeValue } from '#contract/content/release-change.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import {
  type AttributeName,
  listPlacesOfAttribute,
} from '#server/modules/catalog/attributes/attribute.sql.ts'
import {
  nodeKey,
  type StoredChange,
  subjectOf,
  type ContentNode,
} from '#server/modules/content/releases/change-keys.ts'
import { NO_VALUE, readLiveValues } from '#server/modules/content/releases/live-values.ts'
import { publishRelease } from '#server/modules/content/releases/publish-release.ts'
import {
  addRelease,
  refreshRelease,
  saveChanges,
} from '#server/modules/content/releases/release.sql.ts'

/**
 * Replaces one attribute with the other in menus and tiles, as a release published in the same transaction, so it
 * appears in their history and can be undone as one. The caller holds the publishing lock.
 */
export async function moveAttributeUses(
  sql: Transaction,
  { from, into, name }: { from: AttributeName; into: AttributeName; name: string },
  by: { staffId: number; at: Date },
): Promise<{ release: number | null; places: number }> {
  const places = await listPlacesOfAttribute(sql, from)
  if (places.length === 0) return { release: null, places: 0 }
  const nodes = places.map(({ kind, tile, channel_id: channel, id }): ContentNode =>
    kind === 'navigation'
      ? { kind, key: { channel, id } }
      : { kind, key: { channel, tile: tile === 'brand' ? 'brand' : 'category', id } },
  )
  const targetTiles = nodes.flatMap((node): ContentNode[] =>
    from.kind === 'brand' && node.kind === 'tile'
      ? [{ kind: 'tile', key: { channel: node.key.channel, tile: 'brand', id: into.id } }]
      : [],
  )
  const live = await readLiveValues(sql, [...nodes, ...targetTiles])
  const change = (node: ContentNode, after: ChangeValue): StoredChange => {
    const { version, value } = live.get(nodeKey(node)) ?? NO_VALUE
    return {
      ...node,
      subject: subjectOf(node),
      channelId: node.key.channel,
      baseVersion: version,
      before: value,
      after,
    }
  }
  const changes =
    from.kind === 'brand'
      ? // A brand tile has the id of its brand. A tile that the other brand already has stays as it is.
        nodes.flatMap((node, index) => {
          const targetTile = targetTiles[index]
          if (!targetTile) return []
          const value = live.get(nodeKey(node))?.value ?? null
          return live.has(nodeKey(targetTile))
            ? [change(node, null)]
            : [change(targetTile, value), change(node, null)]
        })
      : nodes.map((node) =>
          change(node, replaceTag(live.get(nodeKey(node))?.value ?? null, from.id, into.id)),
        )
  const release = await addRelease(sql, {
    name,
    source: 'backoffice',
    made_by: by.staffId,
    made_at: by.at,
  })
  await saveChanges(sql, release.id, changes, by)
  await refreshRelease(sql, release.id)
  const published = await publishRelease(sql, release, { at: by.at, by: by.staffId })
  if (!published.done)
    throw new Error(`release that replaces ${from.id} with ${into.id} was not published`)
  return { release: release.id, places: places.length }
}

/** Replaces one tag with the other, without duplicates. */
function replaceTag(value: ChangeValue, from: string, into: string): ChangeValue {
  const tags = value?.['tags']
  if (!value || !Array.isArray(tags)) return value
  const idOf = (tag: unknown) =>
    typeof tag === 'object' && tag !== null && 'tag' in tag ? tag.tag : tag
  const hasNewTag = tags.some((tag) => idOf(tag) === into)
  return {
    ...value,
    tags: tags.flatMap((tag: unknown) => {
      if (idOf(tag) !== from) return [tag]
      if (hasNewTag) return []
      return typeof tag === 'object' && tag !== null ? [{ ...tag, tag: into }] : [into]
    }),
  }
}
