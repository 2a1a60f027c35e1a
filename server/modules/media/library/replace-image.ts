import type { Transaction } from '#server/platform/db/database.ts'
import {
  type FieldWrite,
  undoCatalogueChange,
  writeCatalogue,
} from '#server/modules/catalog/changes/write-catalog.ts'
import { fileOf, type PictureRow } from '#server/modules/media/library/media.sql.ts'
import type { UseRow } from '#server/modules/media/library/media-uses.sql.ts'
import {
  nodeKey,
  type StoredChange,
  subjectOf,
  type ContentNode,
} from '#server/modules/content/releases/change-keys.ts'
import { NO_VALUE, readLiveValues } from '#server/modules/content/releases/live-values.ts'
import { publishRelease, type Published } from '#server/modules/content/releases/publish-release.ts'
import {
  addRelease,
  type ReleaseRow,
  refreshRelease,
  saveChanges,
} from '#server/modules/content/releases/release.sql.ts'
import { publishUndo } from '#server/modules/content/releases/undo-release.ts'
import type { Language } from '#domain/language.ts'
import { replaceBrandPicture } from '#server/modules/catalog/attributes/brand-picture.sql.ts'
import { replaceImageInDrafts } from '#server/modules/content/releases/draft-image.sql.ts'
import { replaceSenderImage } from '#server/modules/vouchers/sender-image.sql.ts'

export type Replacement = {
  id: number
  old_hash: string
  new_hash: string
  release_id: number | null
  bulk_id: number | null
  brands: string[]
  batches: number[]
  staff_id: number | null
  at: Date
  undone_at: Date | null
}

type Author = { staffId: number; at: Date; reason: string }
type ImagePair = { from: PictureRow; to: PictureRow }

/** The value with references to the new image instead of the old one. */
const withNewImage = <Value>(value: Value, { from, to }: ImagePair): Value =>
  JSON.parse(
    JSON.stringify(value).replaceAll(
      new RegExp(`${from.hash}\\.[a-z0-9]{2,4}`, 'g'),
      fileOf(to.hash, to.media_type),
    ),
  ) as Value

/**
 * Replaces an image in all its uses: texts, menus, tiles and logos by a release published at once, gifts by a
 * catalogue change, so that each has its history and its undo. The image's alt text is copied.
 */
export async function replaceEverywhere(
  sql: Transaction,
  pair: ImagePair,
  uses: readonly UseRow[],
  by: Author,
): Promise<{ id: number } | Extract<Published, { done: false }>> {
  const { from, to } = pair
  await copyDetails(sql, pair)
  const release = await publishReplacement(sql, pair, uses, by)
  if (release && 'done' in release) return release
  const bulkId = await changeGifts(sql, pair, uses, by)
  const hashes = { from: from.hash, to: to.hash }
  const brands = await replaceBrandPicture(sql, hashes, null)
  const batches = await replaceSenderImage(sql, hashes, null)
  const [row] = await sql<{ id: number }[]>`
    insert into picture_replacement (old_hash, new_hash, release_id, bulk_id, brands, batches, staff_id, at)
    values (${from.hash}, ${to.hash}, ${release?.id ?? null}, ${bulkId}, ${brands},
      ${batches}, ${by.staffId}, ${by.at})
    returning id`
  if (!row) throw new Error('insert of the replacement returned no row')
  return row
}

/** Copies alternative texts, focal point and decoration, unless the new image has its own. */
async function copyDetails(sql: Transaction, { from, to }: ImagePair) {
  await sql`
    insert into media_alt_text (picture_hash, language, alt)
    select ${to.hash}, language, alt from media_alt_text where picture_hash = ${from.hash}
    on conflict do nothing`
  await sql`
    update picture set focal_x = coalesce(focal_x, ${from.focal_x}), focal_y = coalesce(focal_y, ${from.focal_y}),
      decoration = decoration or ${from.decoration}, removed_at = null, staff_version = nextval('row_version')
    where hash = ${to.hash}`
}

/** Publishes a release that replaces the image in content; null if content does not use it. */
async function publishReplacement(
  sql: Transaction,
  pair: ImagePair,
  uses: readonly UseRow[],
  { staffId, at }: Author,
): Promise<ReleaseRow | Extract<Published, { done: false }> | null> {
  const nodes = await findNodesWithImage(sql, pair.from.hash, uses)
  if (nodes.length === 0) return null
  const live = await readLiveValues(sql, nodes)
  const changes = nodes.map((node): StoredChange => {
    const { version, value } = live.get(nodeKey(node)) ?? NO_VALUE
    return {
      ...node,
      subject: subjectOf(node),
      channelId: node.key.channel,
      baseVersion: version,
      before: value,
      after: withNewImage(value, pair),
    }
  })
  const release = await addRelease(sql, {
    name: `${pair.from.name} → ${pair.to.name}`,
    source: 'backoffice',
    made_by: staffId,
    made_at: at,
  })
  await saveChanges(sql, release.id, changes, { staffId, at })
  await refreshRelease(sql, release.id)
  const published = await publishRelease(sql, release, { at, by: staffId })
  if (!published.done) return published
  await replaceInDrafts(sql, release.id, pair)
  return release
}

/** The content nodes that use the image. */
async function findNodesWithImage(
  sql: Transaction,
  hash: string,
  uses: readonly UseRow[],
): Promise<ContentNode[]> {
  const hasUse = (kind: UseRow['kind']) => uses.some((use) => use.kind === kind)
  const rows =
    hasUse('content') || hasUse('html')
      ? await sql<
          {
            channel: string
            path: string
            block: string
            field: 'media' | 'area'
            key: string
            language: '' | Language
          }[]
        >`
          select channel_id as channel, path, block, kind as field, key, language from content
          where (kind = 'media' and value <> '' and left(value, 32) = ${hash})
            or (kind = 'area' and value like '%/images/%' and strpos(value, ${hash}) > 0)`
      : []
  const otherNodes = new Map<string, ContentNode>()
  for (const { kind, channel_id: channel, id } of uses) {
    const node = nodeOfUse(kind, channel, id)
    if (node) otherNodes.set(nodeKey(node), node)
  }
  return [...rows.map((key): ContentNode => ({ kind: 'content', key })), ...otherNodes.values()]
}

function nodeOfUse(kind: UseRow['kind'], channel: string, id: string): ContentNode | undefined {
  if (kind === 'navigation') return { kind, key: { channel, id } }
  if (kind === 'logo') return { kind: 'channel', key: { channel, field: 'logo' } }
  if (kind !== 'tile') return undefined
  const [tile = '', code = ''] = id.split(' ')
  return { kind, key: { channel, tile: tile === 'brand' ? 'brand' : 'category', id: code } }
}

const replaceInDrafts = (sql: Transaction, releaseId: number, { from, to }: ImagePair) =>
  replaceImageInDrafts(sql, releaseId, { hash: from.hash, file: fileOf(to.hash, to.media_type) })

async function changeGifts(
  sql: Transaction,
  pair: ImagePair,
  uses: readonly UseRow[],
  { staffId, at, reason }: Author,
): Promise<number | null> {
  const ids = [
    ...new Set(uses.flatMap(({ kind, id }) => (kind === 'gift' || kind === 'variant' ? [id] : []))),
  ]
  if (ids.length === 0) return null
  const rows = await sql<
    { product: string; sku: string | null; pictures: string[]; alts: Record<string, object> }[]
  >`
    select id as product, null as sku, pictures, picture_alts as alts from product where id = any(${ids}::text[])
    union all
    select product_id, sku, pictures, '{}' from article where product_id = any(${ids}::text[])
    order by product, sku`
  const rowsWithImage = rows.filter(({ pictures }) =>
    pictures.some((file) => file.startsWith(`${pair.from.hash}.`)),
  )
  const writes = rowsWithImage.map(({ product, sku, pictures }): FieldWrite => ({
    field: sku === null ? 'gift.pictures' : 'article.pictures',
    product,
    ...(sku === null ? {} : { id: sku }),
    after: [...new Set(withNewImage(pictures, pair))],
  }))
  // The gift's own alt texts of the old image become those of the new one, also for images of variants.
  const altWrites = rows
    .filter(({ alts }) => Object.keys(alts).some((file) => file.startsWith(`${pair.from.hash}.`)))
    .map(({ product, alts }): FieldWrite => ({
      field: 'gift.picture_alts',
      product,
      after: withNewImage(alts, pair),
    }))
  const about = { picture: pair.from.hash, by: pair.to.hash }
  const { id } = await writeCatalogue(sql, { kind: 'gift', about, reason, staff: staffId, at }, [
    ...writes,
    ...altWrites,
  ])
  return id
}

/** Undoes a replacement. Uses whose image was changed again since are skipped. */
export async function restoreReplaced(
  sql: Transaction,
  replacement: Replacement,
  pair: ImagePair,
  { staffId, at, reason }: Author,
): Promise<{ restored: number; skipped: number }> {
  let restored = 0
  let skipped = 0
  const [release] =
    replacement.release_id === null
      ? []
      : await sql<
          ReleaseRow[]
        >`select * from release where id = ${replacement.release_id} for update`
  if (release?.state === 'live') {
    const undone = await publishUndo(sql, release, { at, by: staffId })
    if (undone !== 'nothing-to-undo' && undone.published.done) {
      restored += undone.published.written
      skipped += undone.published.left.length
      await replaceInDrafts(sql, undone.release.id, pair)
    }
  }
  const [isUndone] = await sql`select from bulk_change where undoes_id = ${replacement.bulk_id}`
  if (replacement.bulk_id !== null && !isUndone) {
    const about = { picture: replacement.old_hash, by: replacement.new_hash }
    const gifts = await undoCatalogueChange(sql, replacement.bulk_id, {
      about,
      reason,
      staff: staffId,
      at,
    })
    restored += gifts.written
    skipped += gifts.leftCount
  }
  const hashes = { from: replacement.new_hash, to: replacement.old_hash }
  const brands = await replaceBrandPicture(sql, hashes, replacement.brands)
  const batches = await replaceSenderImage(sql, hashes, replacement.batches)
  restored += brands.length + batches.length
  skipped += replacement.brands.length - brands.length + replacement.batches.length - batches.length
  await sql`
    update picture_replacement set undone_at = ${at}, undone_by = ${staffId} where id = ${replacement.id}`
  return { restored, skipped }
}
