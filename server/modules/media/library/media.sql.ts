import { nameOfGift } from '#server/modules/catalog/gifts/gift-name.sql.ts'
import type { z } from 'zod'

import { defaultSorts } from '#contract/default-sorts.staff.ts'
import type { media, MediaItem } from '#contract/media.staff.ts'
import { allLanguages, type Language } from '#domain/language.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'
import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import { imagesWithoutAltText } from '#server/modules/channels/launch/launch-check.sql.ts'
import {
  type PictureViewer,
  usesOf,
  type UseRow,
} from '#server/modules/media/library/media-uses.sql.ts'
import { extensionOf, isMediaType } from '#server/modules/media/image-type.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { notify } from '#server/platform/db/change-events.ts'
import { changeUndoUntil } from '#server/modules/catalog/gifts/change-undo.ts'
import type { StaffCaller } from '#server/http/staff/serve-staff-endpoint.ts'
import type { Colleague } from '#server/modules/staff/sessions/staff-sessions.ts'

export type MediaSort = 'added' | 'name' | 'size' | 'uses'
type MediaFilters = Pick<
  z.output<typeof media.input>,
  'search' | 'ids' | 'kind' | 'channel' | 'used' | 'words'
>

type MediaRow = {
  hash: string
  name: string
  media_type: string
  width: number
  height: number
  bytes: number
  focal_x: number | null
  focal_y: number | null
  decoration: boolean
  languages: Language[]
  wordless: boolean
  uses: number
  created_at: Date
}

/** Patterns of media types by kind. */
const KINDS = { drawing: 'image/svg%', film: 'video/%', photo: 'image/%' } as const

/** Images with a use that the caller may see, and the caller's own uploads. */
const isVisible = (sql: Queries, { channels, staff }: PictureViewer): Fragment =>
  channels === null
    ? sql`true`
    : sql`(coalesce(used.visible_uses, 0) > 0 or exists (
        select from image_uploader where picture_hash = picture.hash and staff_id = ${staff}))`

export type MediaListRow = MediaRow & { gift: string }

export const mediaList = (query: MediaFilters, caller: PictureViewer): ListQuery<MediaSort> => ({
  select: (sql) => sql`image.*,
    coalesce((select ${nameOfGift(sql, caller.language)} from product where product.id = image.gift_id), '') as gift`,
  from: (sql) => sql`(
    with used as materialized (
      select hash, count(*) filter (where is_visible)::integer as visible_uses, count(*)::integer as uses,
        bool_or(is_visible and kind = 'content' and alt is null) as has_use_without_text,
        min(id) filter (where is_visible and kind in ('gift', 'variant')) as gift_id
      from (${usesOf(sql, caller)}) uses group by hash
    ), alt_texts as materialized (
      select picture_hash, array_agg(language order by array_position(${[...allLanguages]}::text[], language)) as languages
      from media_alt_text group by picture_hash
    )
    select picture.hash, name, media_type, width, height, length(bytes) as bytes, focal_x, focal_y, decoration,
      coalesce(alt_texts.languages, '{}') as languages, coalesce(used.visible_uses, 0) as uses, used.gift_id, created_at,
      ${isWordless(sql)} as wordless
    from picture left join used on used.hash = picture.hash left join alt_texts on alt_texts.picture_hash = picture.hash
    where (removed_at is null or used.uses > 0) and ${isVisible(sql, caller)} ${conditions(sql, query, caller)}
    offset 0
  ) image where true`,
  id: (sql) => sql`image.hash`,
  idType: 'text',
  sorts: {
    added: { by: (sql) => sql`image.created_at`, type: 'timestamptz' },
    name: { by: (sql) => sql`lower(image.name)`, type: 'text' },
    size: { by: (sql) => sql`image.bytes`, type: 'bigint' },
    uses: { by: (sql) => sql`image.uses`, type: 'bigint' },
  },
  defaultSort: defaultSorts.media,
})

function conditions(sql: Queries, filters: MediaFilters, caller: PictureViewer): Fragment {
  const { search, ids, channel } = filters
  const searchText = search?.toLowerCase() ?? ''
  const languageCount = sql`coalesce(cardinality(alt_texts.languages), 0)`
  // With a channel, the same images as in the channel's launch check.
  const wordless =
    channel === undefined
      ? isWordless(sql)
      : sql`(alt_texts.languages is null and picture.hash in (select hash from (${imagesWithoutAltText(sql, [channel])}) places))`
  const withTexts = {
    none: wordless,
    beside: sql`${languageCount} = 0 and not ${wordless}`,
    all: sql`${languageCount} = ${allLanguages.length}`,
    some: sql`${languageCount} between 1 and ${allLanguages.length - 1}`,
  }
  return sql`
    ${
      searchText === ''
        ? sql``
        : sql`and (strpos(lower(picture.name), ${searchText}) > 0 or used.gift_id in (
            select product_id from product_text where strpos(lower(name), ${searchText}) > 0) or strpos(picture.hash, ${searchText}) = 1 or exists (
            select from media_alt_text where picture_hash = picture.hash and strpos(lower(alt), ${searchText}) > 0))`
    }
    ${ids === undefined ? sql`` : sql`and picture.hash = any(${ids}::text[])`}
    ${filterConditions<'media'>(sql, filters, {
      kind: (kind) => sql`(${kindOf(sql)}) = any(${kind}::text[])`,
      channel: (channel) => sql`picture.hash in (${shownIn(sql, channel, caller)})`,
      used: (used) => (used === 'yes' ? sql`used.uses > 0` : sql`used.uses is null`),
      words: (words) =>
        words === 'decoration'
          ? sql`decoration`
          : sql`not decoration and media_type like 'image/%' and ${withTexts[words]}`,
    })}`
}

const isWordless = (sql: Queries) => sql`
  (not decoration and media_type like 'image/%' and alt_texts.languages is null and coalesce(used.has_use_without_text, false))`

const kindOf = (sql: Queries) => sql`case when media_type like ${KINDS.drawing} then 'drawing'
  when media_type like ${KINDS.photo} then 'photo' else 'film' end`

/** Images in the channel's own content, in shared content that it does not override, and in the gifts that it sells. */
const shownIn = (sql: Queries, channel: string, caller: PictureViewer): Fragment => sql`
  select hash from (${usesOf(sql, caller)}) uses
  where is_visible and case
    when kind in ('gift', 'variant') then exists (
      select from article join offer using (sku)
      where article.product_id = uses.id and offer.channel_id = ${channel} and offer.active)
    when channel_id = ${channel} then true
    when channel_id <> ${SHARED_CHANNEL} then false
    when kind in ('content', 'html') then not exists (
      select from content where content.channel_id = ${channel} and path = uses.id and value <> ''
        and content.kind = case uses.kind when 'content' then 'media' else 'area' end
        and concat_ws(' ', nullif(block, ''), key) = uses.place)
    when kind = 'navigation' then not exists (
      select from navigation_item where navigation_item.channel_id = ${channel})
    when kind = 'tile' then not exists (select from home_tile where home_tile.channel_id = ${channel})
    else false end`

export function itemOf(row: MediaRow): MediaItem {
  const { hash, name, media_type, width, height, bytes, focal_x, focal_y } = row
  return {
    id: hash,
    file: fileOf(hash, media_type),
    name,
    kind: kindOfType(media_type),
    media_type,
    width,
    height,
    bytes,
    focus: focal_x === null || focal_y === null ? null : { x: focal_x, y: focal_y },
    decoration: row.decoration,
    languages: row.languages,
    wordless: row.wordless,
    uses: row.uses,
    added_at: row.created_at.toISOString(),
  }
}

function kindOfType(mediaType: string): MediaItem['kind'] {
  if (mediaType === 'image/svg+xml') return 'drawing'
  return mediaType.startsWith('image/') ? 'photo' : 'film'
}

/** The reference to an image in texts and gifts. */
export const fileOf = (hash: string, mediaType: string) =>
  `${hash}.${isMediaType(mediaType) ? extensionOf(mediaType) : 'bin'}`

export type PictureRow = Omit<MediaRow, 'languages' | 'uses' | 'wordless'> & {
  row_version: number
  removed_at: Date | null
  /** The first uploader. */
  added_name: string | null
  added_by: number[]
  texts: Partial<Record<Language, string>>
}

/** One image, without a permission check. With `lock` it is locked, for changes to the image or its uses. */
export async function findPicture(sql: Queries, hash: string, { lock = false } = {}) {
  if (lock) await sql`select from picture where hash = ${hash} for no key update`
  const [row] = await sql<PictureRow[]>`
    select hash, name, media_type, width, height, length(bytes) as bytes, focal_x, focal_y, decoration,
      created_at, row_version, removed_at,
      array(select staff_id from image_uploader where picture_hash = hash) as added_by,
      (select staff.name from image_uploader join staff on staff.id = staff_id where picture_hash = hash
        order by at, staff_id limit 1) as added_name,
      coalesce((select jsonb_object_agg(language, alt) from media_alt_text where picture_hash = hash), '{}') as texts
    from picture where hash = ${hash}`
  return row
}

export type MediaCaller = StaffCaller & { colleague: Colleague }

/** With more channels than this, one event makes all channels reload. */
const MAX_NOTIFIED_CHANNELS = 20

export async function findLastChange(sql: Queries, hash: string) {
  const [row] = await sql<{ by: string | null; at: Date }[]>`
    select staff.name as by, audit.at from audit left join staff on staff.id = staff_id
    where subject_kind = 'picture' and subject_id = ${hash} and action = 'picture.changed'
    order by audit.id desc limit 1`
  return row ? { by: row.by, at: row.at.toISOString() } : null
}

export async function listReplacements(
  { sql, now, channels, colleague }: MediaCaller,
  hash: string,
) {
  const rows = await sql<
    {
      id: number
      way: 'came' | 'went'
      other: string
      name: string
      media_type: string
      by: string | null
      by_id: number | null
      at: Date
      undone: boolean
    }[]
  >`
    select replaced.id, case when new_hash = ${hash} then 'came' else 'went' end as way, other.hash as other,
      other.name, other.media_type, staff.name as by, staff.id as by_id, at, undone_at is not null as undone
    from picture_replacement replaced
      join picture other on other.hash = case when new_hash = ${hash} then old_hash else new_hash end
      left join staff on staff.id = staff_id
    where old_hash = ${hash} or new_hash = ${hash} order by replaced.id desc limit 50`
  return rows.map(({ id, way, other, name, media_type, by, by_id, at, undone }) => {
    const canUndo =
      !undone && changeUndoUntil(at) > now && (channels === null || by_id === colleague.id)
    return {
      id: String(id),
      way,
      other: { id: other, file: fileOf(other, media_type), name },
      by,
      at: at.toISOString(),
      undone,
      undo_until: canUndo ? changeUndoUntil(at).toISOString() : null,
    }
  })
}

/** Publishes change events for the image's texts and for the channels that use it. */
export async function notifyImages(sql: Queries, uses: readonly UseRow[]) {
  await notify(sql, 'picture', '')
  const shown = uses.filter(({ kind }) => kind !== 'draft' && kind !== 'batch')
  const gifts = shown.flatMap(({ kind, id }) => (kind === 'gift' || kind === 'variant' ? id : []))
  const sold = await sql<{ channel_id: string }[]>`
    select distinct channel_id from article join offer using (sku)
    where product_id = any(${gifts}::text[]) and active limit ${MAX_NOTIFIED_CHANNELS + 1}`
  const ofContent = shown.flatMap(({ kind, channel_id }) =>
    kind === 'gift' || kind === 'variant' ? [] : channel_id,
  )
  const channels = [...new Set([...sold.map(({ channel_id }) => channel_id), ...ofContent])].sort()
  if (channels.length > MAX_NOTIFIED_CHANNELS || channels.includes(SHARED_CHANNEL)) {
    return notify(sql, 'catalogue', '')
  }
  for (const channel of channels) await notify(sql, 'channel', channel)
}

export const savePictureDetails = (
  sql: Queries,
  {
    name,
    decoration,
    x,
    y,
    hash,
  }: {
    name: string
    decoration: boolean
    x: number | undefined
    y: number | undefined
    hash: string
  },
) => sql`
  update picture set name = ${name}, decoration = ${decoration},
    focal_x = ${x ?? null}, focal_y = ${y ?? null}, staff_version = nextval('row_version')
  where hash = ${hash}`

export const removePictureByHash = (sql: Queries, now: Date, hash: string) =>
  sql`update picture set removed_at = ${now} where hash = ${hash}`

export const restorePictureByHash = (sql: Queries, hash: string) =>
  sql`update picture set removed_at = null where hash = ${hash}`
