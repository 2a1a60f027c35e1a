import { type Language, allLanguages } from '#domain/language.ts'
import type { ThemeOption } from '#domain/channels/theme.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { notify } from '#server/platform/db/change-events.ts'

export type CheckedChannel = {
  id: string
  default_language: Language
  theme_options: ThemeOption[]
  company: Record<string, unknown>
  countries: string[]
  home_delivery_allowed: boolean
  voucher_vat: string | null
  /** Delivery countries whose current VAT rates have not been reviewed. */
  unchecked: string[]
  hosts: number
}

/** The checked data of all channels, with one query per subject. */
export const readChannels = (sql: Queries, ids: string[]) => sql<CheckedChannel[]>`
  select id, default_language, theme_options, company, countries, home_delivery_allowed, voucher_vat,
    (select count(*) from channel_host where channel_id = channel.id) as hosts,
    array(
      select distinct delivery.country from unnest(countries) as delivery (country)
        cross join (values ('standard'), ('reduced')) rate (class)
        left join lateral (
          select from_date, bp from vat_rate where vat_rate.country = delivery.country and vat_rate.class = rate.class
            and from_date <= current_date order by from_date desc limit 1) latest on true
      where not exists (
        select from vat_rate_review review where review.country = delivery.country and review.class = rate.class
          and review.from_date = latest.from_date and review.bp = latest.bp)
      order by 1) as unchecked
  from channel where id = any(${ids}) order by id::bigint`

export type MissingTexts = {
  channel_id: string
  language: Language
  /** Whether there is no text in the fallback languages either. */
  empty: boolean
  count: number
  /** The first pages with missing texts. */
  paths: string[]
}

/**
 * Texts missing in a language. Missing shared texts are found once, and each channel only adds its differences, so that
 * three hundred channels cost little more than one.
 */
export const listMissingTexts = (sql: Queries, ids: string[]) => sql<MissingTexts[]>`
  with stored as materialized (
    select channel_id, path, block, kind, key, array_agg(language) filter (where value <> '') as languages
    from content
    where kind in ('text', 'area') and (channel_id = ${SHARED_CHANNEL} or channel_id = any(${ids}))
      and not (path = 'websitetranslationcomponents' and key like 'mail\_%') and not starts_with(key, '__')
    group by channel_id, path, block, kind, key
  ), shared as materialized (
    select path, block, kind, key, coalesce(languages, '{}') as languages from stored where channel_id = ${SHARED_CHANNEL}
  ), texts as (
    -- The channel's own texts and the shared ones.
    select own.channel_id, own.path, own.block, own.kind, own.key,
      coalesce(own.languages, '{}') || coalesce(shared.languages, '{}') as languages, shared.path is not null as is_shared
    from stored own left join shared using (path, block, kind, key) where own.channel_id <> ${SHARED_CHANNEL}
  ), language as (
    select unnest(${[...allLanguages]}::text[]) as language
  ), missing_shared as (
    select language, shared.* from shared cross join language
    where not (language = any(languages)) and not ('' = any(languages))
  ), missing as (
    select channel.id as channel_id, missing_shared.language, missing_shared.path, missing_shared.languages
    from channel cross join missing_shared
    where channel.id = any(${ids})
      and not exists (select from texts where texts.channel_id = channel.id and texts.path = missing_shared.path
        and texts.block = missing_shared.block and texts.kind = missing_shared.kind and texts.key = missing_shared.key
        and missing_shared.language = any(texts.languages))
    union all
    select texts.channel_id, language.language, texts.path, texts.languages
    from texts cross join language
    where not is_shared and not (language = any(languages)) and not ('' = any(languages))
  )
  select channel_id, language,
    not (default_language = any(languages) or 'nl' = any(languages)) as empty,
    count(*)::integer as count, (array_agg(distinct path))[1:500] as paths
  from missing join channel on channel.id = channel_id
  group by 1, 2, 3`

export type ImageWithoutAltText = {
  channel_id: string
  count: number
  pictures: { hash: string; name: string }[]
}

/** Images without an alternative text where the channel shows them. A channel's own image replaces a shared one. */
export const imagesWithoutAltText = (sql: Queries, ids: readonly string[]): Fragment => sql`
  with own as (
    select channel_id, path, block, key, min(left(value, 32)) as hash, bool_and(alt = '') as has_no_text from content
    where channel_id = any(${ids as string[]}) and kind = 'media' and value <> '' group by 1, 2, 3, 4
  ), shared as (
    select path, block, key, min(left(value, 32)) as hash from content
    where channel_id = ${SHARED_CHANNEL} and kind = 'media' and value <> '' group by 1, 2, 3 having bool_and(alt = '')
  )
  select channel_id, hash from own where has_no_text
  union
  select channel.id, shared.hash from channel cross join shared
  where channel.id = any(${ids as string[]}) and not exists (select from own where own.channel_id = channel.id
    and own.path = shared.path and own.block = shared.block and own.key = shared.key)`

/** Of these, the images that are not decorative and have no alternative text in the media library either. */
export const listImagesWithoutAltText = (sql: Queries, ids: string[]) => sql<ImageWithoutAltText[]>`
  select channel_id, count(*)::integer as count,
    to_jsonb((array_agg(jsonb_build_object('hash', hash, 'name', name) order by name, hash))[1:20]) as pictures
  from (${imagesWithoutAltText(sql, ids)}) image join picture using (hash)
  where not decoration and media_type like 'image/%'
    and not exists (select from media_alt_text where picture_hash = hash)
  group by 1`

/** Checked for a channel without vouchers. */
export const DEFAULT_POINTS = [10, 20]

/** With fewer gifts than this, recipients have hardly any choice. */
export const ENOUGH_GIFTS = 10

export type GiftChoice = {
  channel_id: string
  sells: boolean
  sold_out: number
  unnamed: number
  /** The points of the channel's latest batches; null without batches. */
  points: number[] | null
  /** The number of affordable gifts for each number of points, counted up to `ENOUGH_GIFTS`. */
  affordable: number[]
}

/**
 * The gifts that recipients can choose in each channel. A channel may sell thousands, so only sold-out and unnamed gifts
 * are counted, and affordable ones only until there are enough.
 */
export const readGiftChoice = (sql: Queries, ids: string[]) => sql<GiftChoice[]>`
  with voucher_points as (
    select channel_id, array_agg(points order by points) as points from (
      select channel_id, points, row_number() over (partition by channel_id order by max(id) desc) as rank
      from voucher_batch where channel_id = any(${ids}) and points > 0 group by channel_id, points
    ) batches where rank <= 4 group by channel_id
  ), sold_out as (
    -- As an array, because the planner underestimates the number of empty stock levels and would read all offers.
    select empty.channel_id, count(distinct product_id)::integer as gifts
    from offer empty join article using (sku)
    where active and not retired and empty.channel_id = any(${ids})
      and sku = any(array(select sku from stock where on_hand <= reserved))
      and not exists (
        select from article other join offer other_offer using (sku) left join stock using (sku)
        where other.product_id = article.product_id and not other.retired and other_offer.channel_id = empty.channel_id
          and other_offer.active and coalesce(on_hand > reserved, true))
    group by 1
  ), nameless as materialized (
    select sku, product_id, owner_channel_id from article join product on product.id = product_id
    where not exists (select from product_text
      where product_text.product_id = product.id and product_text.channel_id = ${SHARED_CHANNEL} and name <> '')
  ), unnamed as (
    select offer.channel_id, count(distinct product_id)::integer as gifts from nameless join offer using (sku)
    where active and offer.channel_id = any(${ids})
      and not exists (select from product_text where product_text.product_id = nameless.product_id and name <> ''
        and product_text.channel_id in (offer.channel_id, nameless.owner_channel_id))
    group by 1
  )
  select channel.id as channel_id, voucher_points.points, coalesce(sold_out.gifts, 0) as sold_out,
    coalesce(unnamed.gifts, 0) as unnamed,
    exists (select from offer where offer.channel_id = channel.id and active) as sells,
    array(
      select (select count(*)::integer from (
        select from offer left join stock using (sku)
        where offer.channel_id = channel.id and active and offer.points <= step and coalesce(on_hand > reserved, true)
        limit ${ENOUGH_GIFTS}) gift)
      from unnest(coalesce(voucher_points.points, ${DEFAULT_POINTS}::integer[])) with ordinality steps (step, position)
      order by position) as affordable
  from channel left join voucher_points on voucher_points.channel_id = channel.id left join sold_out on sold_out.channel_id = channel.id
    left join unnamed on unnamed.channel_id = channel.id
  where channel.id = any(${ids})`

export type EmptyCategory = { channel_id: string; count: number; ids: string[] }

/** Up to this many offers, the tags of all gifts are read. Above, it is faster to look for one gift per tag. */
const MANY_OFFERS = 500

/** Menu items whose tags have no gift in the channel. */
export const readEmptyCategories = (sql: Queries, ids: string[]) => sql<EmptyCategory[]>`
  with checked as materialized (
    select channel.id, case
        when exists (select from navigation_item where channel_id = channel.id) then channel.id else ${SHARED_CHANNEL} end as menu_channel_id,
      (select count(*) from (
        select from offer where offer.channel_id = channel.id and active limit ${MANY_OFFERS + 1}) counted) > ${MANY_OFFERS} as sells_many
    from channel where id = any(${ids})
  ), sold as materialized (
    select distinct offer.channel_id, tag_id
    from checked join offer on offer.channel_id = checked.id join article using (sku) join product_tag using (product_id)
    where not sells_many and active
    union all
    select menu_tag.id, menu_tag.tag_id
    from (select distinct checked.id, tag_id from checked join navigation_tag on channel_id = menu_channel_id
        where sells_many) menu_tag
      cross join lateral (
        select from product_tag join article using (product_id) join offer using (sku)
        where product_tag.tag_id = menu_tag.tag_id and offer.channel_id = menu_tag.id and active limit 1) gift
  )
  select checked.id as channel_id, count(*)::integer as count, (array_agg(item.id order by item.position, item.id))[1:500] as ids
  from checked join navigation_item item on item.channel_id = checked.menu_channel_id
  where exists (select from navigation_tag tag where tag.channel_id = item.channel_id and tag.item_id = item.id)
    and not exists (
      select from navigation_tag tag join sold on sold.channel_id = checked.id and sold.tag_id = tag.tag_id
      where tag.channel_id = item.channel_id and tag.item_id = item.id)
  group by checked.id`

export type LinkRow = { channel_id: string; path: string; href: string }

/** Links within the shop in the channel's texts. */
export const readLinks = (sql: Queries, ids: string[]) => sql<LinkRow[]>`
  select distinct channel_id, path, href from (
    select channel_id, path, value as href from content
    where kind = 'url' and (channel_id = any(${ids}) or channel_id = ${SHARED_CHANNEL}) and value like '/%'
    union all
    select channel_id, path, link[1] from content, regexp_matches(value, 'href="(/[^"]*)"', 'g') as link
    where kind = 'area' and value like '%href="/%' and (channel_id = any(${ids}) or channel_id = ${SHARED_CHANNEL})
  ) link order by 1, 2, 3`

export const readPages = (sql: Queries, ids: string[]) => sql<
  { channel_id: string; path: string }[]
>`
  select distinct channel_id, path from content where channel_id = any(${ids}) or channel_id = ${SHARED_CHANNEL}`

/** Every process is notified, because a closed channel ends its sessions and an open one accepts logins. */
export async function saveChannelState(
  sql: Queries,
  id: string,
  state: 'open' | 'closed',
  at: Date,
) {
  await sql`
    update channel set state = ${state}, settings_version = settings_version + 1, changed_at = ${at}
    where id = ${id}`
  await notify(sql, 'channel', id)
}

export async function findOpenApproval(sql: Queries, id: string, kind: string) {
  const [row] = await sql<{ id: number; by: string; asked_at: Date; reason: string }[]>`
    select approval.id, staff.name as by, asked_at, reason from approval join staff on staff.id = asked_by
    where kind = ${kind} and subject_kind = 'channel' and subject_id = ${id} and outcome is null`
  return row
}
