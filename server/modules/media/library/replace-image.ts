import type { Transaction } from '#server/platform/db/database.ts'
import {
  type FieldWrite,
  undoCatalogue,
  writeCatalogue,
} from '#server/modules/catalog/changes/write-catalog.ts'
import { fileOf, type PictureRow } from '#server/modules/media/library/media.sql.ts'
import type { UseRow } from '#server/modules/media/library/media-uses.sql.ts'
import {
  nameOf,
  type StoredChange,
  subjectOf,
  type ContentNode,
} from '#server/modules/content/releases/change-keys.ts'
import { NOTHING, readLive } from '#server/modules/content/releases/live-values.ts'
import { publishRelease, type Published } from '#server/modules/content/releases/publish-release.ts'
import {
  addRelease,
  type ReleaseRow,
  renewRelease,
  saveChanges,
} from '#server/modules/content/releases/release.sql.ts'
import { undoAtOnce } from '#server/modules/content/releases/undo-release.ts'
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

type By = { staffId: number; at: Date; reason: string }
type Pair = { from: PictureRow; to: PictureRow }

/** The same value with the new image, wherever the old one is named. */
const swapped = <Value>(value: Value, { from, to }: Pair): Value =>
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
  pair: Pair,
  uses: readonly UseRow[],
  by: By,
): Promise<{ id: number } | Extract<Published, { done: false }>> {
  const { from, to } = pair
  await copyTexts(sql, pair)
  const released = await releaseOf(sql, pair, uses, by)
  if (released && 'done' in released) return released
  const bulkId = await changeGifts(sql, pair, uses, by)
  const hashes = { from: from.hash, to: to.hash }
  const brands = await replaceBrandPicture(sql, hashes, null)
  const batches = await replaceSenderImage(sql, hashes, null)
  const [row] = await sql<{ id: number }[]>`
    insert into picture_replacement (old_hash, new_hash, release_id, bulk_id, brands, batches, staff_id, at)
    values (${from.hash}, ${to.hash}, ${released?.id ?? null}, ${bulkId}, ${brands},
      ${batches}, ${by.staffId}, ${by.at})
    returning id`
  if (!row) throw new Error('insert of the replacement returned no row')
  return row
}

/** Existing texts of the new image stay. */
async function copyTexts(sql: Transaction, { from, to }: Pair) {
  await sql`
    insert into media_alt_text (picture_hash, language, alt)
    select ${to.hash}, language, alt from media_alt_text where picture_hash = ${from.hash}
    on conflict do nothing`
  await sql`
    update picture set focal_x = coalesce(focal_x, ${from.focal_x}), focal_y = coalesce(focal_y, ${from.focal_y}),
      decoration = decoration or ${from.decoration}, removed_at = null, staff_version = nextval('row_version')
    where hash = ${to.hash}`
}

async function releaseOf(
  sql: Transaction,
  pair: Pair,
  uses: readonly UseRow[],
  { staffId, at }: By,
): Promise<ReleaseRow | Extract<Published, { done: false }> | null> {
  const nodes = await nodesShowing(sql, pair.from.hash, uses)
  if (nodes.length === 0) return null
  const live = await readLive(sql, nodes)
  const changes = nodes.map((node): StoredChange => {
    const { version, value } = live.get(nameOf(node)) ?? NOTHING
    return {
      ...node,
      subject: subjectOf(node),
      channelId: node.key.channel,
      baseVersion: version,
      before: value,
      after: swapped(value, pair),
    }
  })
  const release = await addRelease(sql, {
    name: `${pair.from.name} → ${pair.to.name}`,
    source: 'backoffice',
    made_by: staffId,
    made_at: at,
  })
  await saveChanges(sql, release.id, changes, { staffId, at })
  await renewRelease(sql, release.id)
  const published = await publishRelease(sql, release, { at, by: staffId })
  if (!published.done) return published
  await moveDrafts(sql, release.id, pair)
  return release
}

/** By the keys that releases use. */
async function nodesShowing(
  sql: Transaction,
  hash: string,
  uses: readonly UseRow[],
): Promise<ContentNode[]> {
  const has = (kind: UseRow['kind']) => uses.some((use) => use.kind === kind)
  const rows =
    has('content') || has('html')
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
  const others = new Map<string, ContentNode>()
  for (const { kind, channel_id: channel, id } of uses) {
    const node = contentNodeOf(kind, channel, id)
    if (node) others.set(nameOf(node), node)
  }
  return [...rows.map((key): ContentNode => ({ kind: 'content', key })), ...others.values()]
}

function contentNodeOf(kind: UseRow['kind'], channel: string, id: string): ContentNode | undefined {
  if (kind === 'navigation') return { kind, key: { channel, id } }
  if (kind === 'logo') return { kind: 'channel', key: { channel, field: 'logo' } }
  if (kind !== 'tile') return undefined
  const [tile = '', code = ''] = id.split(' ')
  return { kind, key: { channel, tile: tile === 'brand' ? 'brand' : 'category', id: code } }
}

const moveDrafts = (sql: Transaction, releaseId: number, { from, to }: Pair) =>
  replaceImageInDrafts(sql, releaseId, { hash: from.hash, file: fileOf(to.hash, to.media_type) })

async function changeGifts(
  sql: Transaction,
  pair: Pair,
  uses: readonly UseRow[],
  { staffId, at, reason }: By,
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
  const shows = rows.filter(({ pictures }) =>
    pictures.some((file) => file.startsWith(`${pair.from.hash}.`)),
  )
  const writes = shows.map(({ product, sku, pictures }): FieldWrite => ({
    field: sku === null ? 'gift.pictures' : 'article.pictures',
    product,
    ...(sku === null ? {} : { id: sku }),
    after: [...new Set(swapped(pictures, pair))],
  }))
  // Copies the alt texts of gifts, including those of variant images.
  const altWrites = rows
    .filter(({ alts }) => Object.keys(alts).some((file) => file.startsWith(`${pair.from.hash}.`)))
    .map(({ product, alts }): FieldWrite => ({
      field: 'gift.picture_alts',
      product,
      after: swapped(alts, pair),
    }))
  const about = { picture: pair.from.hash, by: pair.to.hash }
  const { id } = await writeCatalogue(sql, { kind: 'gift', about, reason, staff: staffId, at }, [
    ...writes,
    ...altWrites,
  ])
  return id
}

/** Uses whose image was changed again since stay unchanged. */
export async function undoReplacementOf(
  sql: Transaction,
  done: Replacement,
  pair: Pair,
  { staffId, at, reason }: By,
): Promise<{ putBack: number; left: number }> {
  let [putBack, left] = [0, 0]
  const [release] =
    done.release_id === null
      ? []
      : await sql<ReleaseRow[]>`select * from release where id = ${done.release_id} for update`
  if (release?.state === 'live') {
    const undone = await undoAtOnce(sql, release, { at, by: staffId })
    if (undone !== 'nothing-to-undo' && undone.published.done) {
      putBack += undone.published.written
      left += undone.published.left.length
      await moveDrafts(sql, undone.release.id, pair)
    }
  }
  const [isUndone] = await sql`select from bulk_change where undoes_id = ${done.bulk_id}`
  if (done.bulk_id !== null && !isUndone) {
    const about = { picture: done.old_hash, by: done.new_hash }
    const gifts = await undoCatalogue(sql, done.bulk_id, { about, reason, staff: staffId, at })
    putBack += gifts.written
    left += gifts.leftCount
  }
  const hashes = { from: done.new_hash, to: done.old_hash }
  const brands = await replaceBrandPicture(sql, hashes, done.brands)
  const batches = await replaceSenderImage(sql, hashes, done.batches)
  putBack += brands.length + batches.length
  left += done.brands.length - brands.length + done.batches.length - batches.length
  await sql`
    update picture_replacement set undone_at = ${at}, undone_by = ${staffId} where id = ${done.id}`
  return { putBack, left }
}
