import type { Language } from '#domain/language.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { mayContain } from '#server/modules/content/texts/page-texts.ts'
import { excerptOf } from '#server/modules/content/search/content-node-details.sql.ts'
import { nameOfGift } from '#server/modules/catalog/gifts/gift-name.sql.ts'
import { isVisibleGiftRow } from '#server/modules/catalog/gifts/gift-scope.sql.ts'
import { fileOf } from '#server/modules/media/library/media.sql.ts'
import type { PictureViewer } from '#server/modules/media/library/media-uses.sql.ts'
import { usesOf } from '#server/modules/media/library/media-uses.sql.ts'

type MatchRow = {
  place: 'picture' | 'logo' | 'gift'
  id: string
  name: string
  file: string
  media_type: string
  language: Language
  excerpt: string
  count: number
}

/** At most this many matches are shown; a longer search text narrows them. */
const MAX_IMAGES = 20

/**
 * Matches in alternative texts of images: in the library, of a channel's logo, of a gift. Images that a gift no
 * longer shows and decorative images are left out.
 */
export async function findImageTexts(
  sql: Queries,
  { search, channel }: { search: string; channel?: string | undefined },
  viewer: PictureViewer,
) {
  const { channels, language, staff } = viewer
  const own = channels as string[] | null
  const rows = await sql<MatchRow[]>`
    select place, id, name, file, media_type, language, ${excerptOf(sql, search)} as excerpt, count
    from (
      select found.*, strpos(lower(plain_text), lower(${search})) as match_at, (count(*) over ())::integer as count
      from (
        select 'picture' as place, 1 as rank, hash as id, picture.name, hash as file, media_type, language, alt as plain_text
        from media_alt_text join picture on hash = picture_hash
        where strpos(lower(alt), lower(${search})) > 0 and not decoration and removed_at is null
          ${
            own === null
              ? sql``
              : sql`and (hash in (select picture_hash from image_uploader where staff_id = ${staff})
                  or hash in (select hash from (${usesOf(sql, viewer)}) uses where is_visible))`
          }
        union all
        select 'logo', 2, id, name, logo, '', key, value
        from channel, jsonb_each_text(logo_alt)
        where logo <> '' and ${mayContain(sql, sql`logo_alt`, search)}
          ${own === null ? sql`` : sql`and id = any(${own}::text[])`}
          ${channel === undefined ? sql`` : sql`and id = ${channel}`}
        union all
        select 'gift', 3, product.id, ${nameOfGift(sql, language)}, picture.key, '', alt.key, alt.value
        from product, jsonb_each(picture_alts) picture, jsonb_each_text(picture.value) alt
        where picture_alts <> '{}' and ${mayContain(sql, sql`picture_alts`, search)} and ${isVisibleGiftRow(sql, channels)}
          and (picture.key = any(product.pictures) or exists (
            select from article where product_id = product.id and picture.key = any(article.pictures)))
          ${
            channel === undefined
              ? sql``
              : sql`and exists (
                  select from article join offer using (sku)
                  where article.product_id = product.id and offer.channel_id = ${channel} and offer.active)`
          }
      ) found
      where strpos(lower(plain_text), lower(${search})) > 0
      order by rank, lower(name), id, file, language
      limit ${MAX_IMAGES}
    ) hit
    order by rank, lower(name), id, file, language`
  return {
    items: rows.map(({ place, id, name, file, media_type, language, excerpt }) => ({
      place,
      id,
      name,
      file: place === 'picture' ? fileOf(file, media_type) : file,
      language,
      excerpt,
    })),
    count: rows[0]?.count ?? 0,
  }
}
