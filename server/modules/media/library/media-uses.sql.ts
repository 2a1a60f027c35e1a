import type { USE_KINDS } from '#contract/media.staff.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'
import { nameOfGift } from '#server/modules/catalog/gifts/gift-name.sql.ts'
import { isVisibleGiftRow, mayChangeShared } from '#server/modules/catalog/gifts/gift-scope.sql.ts'
import { MEDIA_TYPES } from '#server/modules/media/image-type.ts'
import type { Language } from '#domain/language.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/** The caller's channels, null for all, and the language of names. */
export type MediaReader = { channels: readonly string[] | null; language: string }

export type UseRow = {
  kind: (typeof USE_KINDS)[number]
  channel_id: string
  id: string
  name: string
  place: string
  language: '' | Language
  alt: string | null
  is_visible: boolean
  may_change: boolean
}

const EXTENSIONS = Object.values(MEDIA_TYPES).flat()
/** References to an image with every possible extension. */
const filesOf = (hash: string) => EXTENSIONS.map((extension) => `${hash}.${extension}`)

/**
 * All uses of images, one row per use: a query for each kind, which uses an index if `hash` is given. `is_visible`: the
 * caller may see the use. `may_change`: the caller may change it.
 */
export const usesOf = (sql: Queries, reader: MediaReader, hash?: string): Fragment =>
  new UseQueries(sql, reader, hash).all()

class UseQueries {
  readonly channels: string[] | null
  readonly language: string

  constructor(
    readonly sql: Queries,
    { channels, language }: MediaReader,
    readonly hash: string | undefined,
  ) {
    this.channels = channels as string[] | null
    this.language = language
  }

  all(): Fragment {
    return this.sql`
      ${this.#inTexts()} union all ${this.#inMenus()} union all ${this.#inGifts()}
      union all ${this.#inBatches()} union all ${this.#inDrafts()}`
  }

  /** In texts: as an image, or within markup. */
  #inTexts(): Fragment {
    const { sql } = this
    return sql`
    select left(value, 32) as hash, 'content' as kind, channel_id, path as id, '' as name,
      concat_ws(' ', nullif(block, ''), key) as place, language, nullif(alt, '') as alt, ${this.#scope(sql`channel_id`)}
    from content where kind = 'media' and value <> '' ${this.#ofHash(sql`left(value, 32)`)}
    union all
    select distinct found[1], 'html', channel_id, path, '', concat_ws(' ', nullif(block, ''), key), language,
      null, ${this.#scope(sql`channel_id`)}
    from content, regexp_matches(value, '/images/[a-z]+/([0-9a-f]{32})', 'g') found
    where kind = 'area' and value like '%/images/%' ${this.#containsHash(sql`value`)}`
  }

  /** In menus and tiles, and as a logo. */
  #inMenus(): Fragment {
    const { sql } = this
    return sql`
    select left(banner, 32), 'navigation', channel_id, id, ${this.#title(sql`texts`)}, 'banner', '', ${this.#altText(sql`banner_alt`)},
      ${this.#scope(sql`channel_id`)}
    from navigation_item where banner <> '' ${this.#ofHash(sql`left(banner, 32)`)}
    union all
    ${this.#inTile('banner')}
    union all
    ${this.#inTile('media')}
    union all
    select left(logo, 32), 'logo', id, id, name, 'logo', '', ${this.#altText(sql`logo_alt`)}, ${this.#scope(sql`id`)}
    from channel where logo <> '' ${this.#ofHash(sql`left(logo, 32)`)}`
  }

  /** In gifts, their variants and brands. */
  #inGifts(): Fragment {
    const { sql } = this
    return sql`
    select left(file, 32), 'gift', owner_channel_id, product.id, ${this.#giftName()}, '', '',
      ${this.#altText(sql`picture_alts -> file`)}, ${this.#giftScope()}
    from product, unnest(product.pictures) file where true ${this.#ofHash(sql`left(file, 32)`)} ${this.#arrayContainsHash(sql`product.pictures`)}
    union all
    select left(file, 32), 'variant', owner_channel_id, product.id, ${this.#giftName()}, article.sku, '',
      ${this.#altText(sql`picture_alts -> file`)}, ${this.#giftScope()}
    from article join product on product.id = product_id, unnest(article.pictures) file
    where true ${this.#ofHash(sql`left(file, 32)`)} ${this.#arrayContainsHash(sql`article.pictures`)}
    union all
    select picture, 'brand', ${SHARED_CHANNEL}, id, name, '', '', null, true, ${this.channels === null}
    from brand where picture is not null ${this.#ofHash(sql`picture`)}`
  }

  /** As the image of a batch's sender. */
  #inBatches(): Fragment {
    const { sql } = this
    return sql`
    select sender_image, 'batch', channel_id, id::text, note, '', '', null,
      ${this.#isOwnChannel(sql`channel_id`)} as is_visible, ${this.#isOwnChannel(sql`channel_id`)} as may_change
    from voucher_batch where sender_image is not null ${this.#ofHash(sql`sender_image`)}
    union all
    select distinct picture, 'batch', channel_id, batch.id::text, note, '', '', null,
      ${this.#isOwnChannel(sql`channel_id`)} as is_visible, ${this.#isOwnChannel(sql`channel_id`)} as may_change
    from sender_backup join voucher_batch batch on batch.id = batch_id
    where picture is not null and picture is distinct from sender_image ${this.#ofHash(sql`picture`)}`
  }

  /** In unpublished changes. */
  #inDrafts(): Fragment {
    const { sql } = this
    return sql`
    select distinct found[1], 'draft', change.channel_id, release.id::text, release.name, change.subject, '', null,
      ${this.#scope(sql`change.channel_id`)}
    from release join release_change change on release_id = release.id,
      regexp_matches(change.after::text, '\\m([0-9a-f]{32})\\.[a-z]', 'g') found
    where release.state in ('draft', 'scheduled', 'stopped') ${this.#containsHash(sql`change.after::text`)}`
  }

  #inTile(field: 'banner' | 'media'): Fragment {
    const { sql } = this
    return sql`
    select left(${sql(field)}, 32), 'tile', channel_id, kind || ' ' || id, '', ${field}::text, '',
      ${this.#altText(sql`texts -> ${`${field}Alt`}::text`)},
      ${this.#scope(sql`channel_id`)}
    from home_tile where ${sql(field)} <> '' ${this.#ofHash(sql`left(${sql(field)}, 32)`)}`
  }

  #ofHash(column: Fragment): Fragment {
    const { sql, hash } = this
    return hash === undefined ? sql`` : sql`and ${column} = ${hash}`
  }

  #containsHash(column: Fragment): Fragment {
    const { sql, hash } = this
    return hash === undefined
      ? sql``
      : sql`and strpos(${column}, ${hash}) > 0 and found[1] = ${hash}`
  }

  #arrayContainsHash(column: Fragment): Fragment {
    const { sql, hash } = this
    return hash === undefined ? sql`` : sql`and ${column} && ${filesOf(hash)}::text[]`
  }

  #scope(channel: Fragment): Fragment {
    const { sql, channels } = this
    const isVisible =
      channels === null
        ? sql`true`
        : sql`${channel} = any(${[...channels, SHARED_CHANNEL]}::text[])`
    return sql`${isVisible} as is_visible, ${this.#isOwnChannel(channel)} as may_change`
  }

  #isOwnChannel(channel: Fragment): Fragment {
    const { sql, channels } = this
    return channels === null ? sql`true` : sql`${channel} = any(${channels}::text[])`
  }

  #giftScope(): Fragment {
    const { sql, channels } = this
    return sql`${isVisibleGiftRow(sql, channels)} as is_visible, ${mayChangeShared(sql, channels)} as may_change`
  }

  #giftName(): Fragment {
    const { sql, hash, language } = this
    return hash === undefined ? sql`''` : nameOfGift(sql, language)
  }

  /** The text in the caller's language, or else in another one. */
  #inBestLanguage(texts: Fragment): Fragment {
    const { sql, language } = this
    return sql`coalesce(${texts} ->> ${language}, ${texts} ->> 'nl', (select value from jsonb_each_text(${texts}) limit 1))`
  }

  #title(texts: Fragment): Fragment {
    return this.sql`coalesce(${this.#inBestLanguage(texts)}, '')`
  }

  /** The alt text of a use is returned only for a single image. */
  #altText(texts: Fragment): Fragment {
    return this.hash === undefined ? this.sql`null` : this.#inBestLanguage(texts)
  }
}

export const listUses = (sql: Queries, reader: MediaReader, hash: string) => sql<UseRow[]>`
  select kind, channel_id, id, name, place, language, alt, is_visible, may_change from (${usesOf(sql, reader, hash)}) uses
  order by kind, length(channel_id), channel_id, id, place, language`

export type PictureViewer = MediaReader & { staff: number }

/** Those of these images that the caller may see. */
export async function filterVisible(
  sql: Queries,
  hashes: readonly string[],
  viewer: PictureViewer,
): Promise<string[]> {
  if (viewer.channels === null) return [...hashes]
  const visible: string[] = []
  for (const hash of new Set(hashes)) {
    const [row] = await sql`
      select from image_uploader where picture_hash = ${hash} and staff_id = ${viewer.staff}
      union all select from (${usesOf(sql, viewer, hash)}) uses where is_visible limit 1`
    if (row) visible.push(hash)
  }
  return visible
}
