import type { ChangeValue } from '#contract/content/release-change.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import {
  type AttributeName,
  placesOfAttribute,
} from '#server/modules/catalog/attributes/attribute.sql.ts'
import {
  nameOf,
  type StoredChange,
  subjectOf,
  type ContentNode,
} from '#server/modules/content/releases/change-keys.ts'
import { NOTHING, readLive } from '#server/modules/content/releases/live-values.ts'
import { publishRelease } from '#server/modules/content/releases/publish-release.ts'
import {
  addRelease,
  renewRelease,
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
  const places = await placesOfAttribute(sql, from)
  if (places.length === 0) return { release: null, places: 0 }
  const things = places.map(({ kind, tile, channel_id: channel, id }): ContentNode =>
    kind === 'navigation'
      ? { kind, key: { channel, id } }
      : { kind, key: { channel, tile: tile === 'brand' ? 'brand' : 'category', id } },
  )
  const twins = things.flatMap((thing): ContentNode[] =>
    from.kind === 'brand' && thing.kind === 'tile'
      ? [{ kind: 'tile', key: { channel: thing.key.channel, tile: 'brand', id: into.id } }]
      : [],
  )
  const live = await readLive(sql, [...things, ...twins])
  const change = (thing: ContentNode, after: ChangeValue): StoredChange => {
    const { version, value } = live.get(nameOf(thing)) ?? NOTHING
    return {
      ...thing,
      subject: subjectOf(thing),
      channelId: thing.key.channel,
      baseVersion: version,
      before: value,
      after,
    }
  }
  const changes =
    from.kind === 'brand'
      ? // The tile of a brand is named after it: where the other has one, that one stays.
        things.flatMap((thing, at) => {
          const twin = twins[at]
          if (!twin) return []
          const value = live.get(nameOf(thing))?.value ?? null
          return live.has(nameOf(twin))
            ? [change(thing, null)]
            : [change(twin, value), change(thing, null)]
        })
      : things.map((thing) =>
          change(thing, withTag(live.get(nameOf(thing))?.value ?? null, from.id, into.id)),
        )
  const release = await addRelease(sql, {
    name,
    source: 'backoffice',
    made_by: by.staffId,
    made_at: by.at,
  })
  await saveChanges(sql, release.id, changes, by)
  await renewRelease(sql, release.id)
  const published = await publishRelease(sql, release, { at: by.at, by: by.staffId })
  if (!published.done) throw new Error(`menus cannot replace ${into.id} for ${from.id}`)
  return { release: release.id, places: places.length }
}

/** Replaces one tag with the other, without duplicates. */
function withTag(value: ChangeValue, from: string, into: string): ChangeValue {
  const tags = value?.['tags']
  if (!value || !Array.isArray(tags)) return value
  const nameIn = (one: unknown) =>
    typeof one === 'object' && one !== null && 'tag' in one ? one.tag : one
  const isThere = tags.some((tag) => nameIn(tag) === into)
  return {
    ...value,
    tags: tags.flatMap((tag: unknown) => {
      if (nameIn(tag) !== from) return [tag]
      if (isThere) return []
      return typeof tag === 'object' && tag !== null ? [{ ...tag, tag: into }] : [into]
    }),
  }
}
