import type { Language } from '#domain/language.ts'
import type { ThemeOption } from '#domain/theme.ts'
import type { Queries } from '#server/db/database.ts'
import { SHARED_CHANNEL } from '#server/models/channel-queries.ts'

export type CheckedChannel = {
  id: string
  default_language: Language
  theme_options: ThemeOption[]
  company: Record<string, unknown>
  countries: string[]
  home_delivery_allowed: boolean
  voucher_vat: string | null
  /** Countries it delivers to whose rates of today nobody has looked at. */
  unchecked: string[]
  hosts: number
}

/** What is looked at of each channel, all of them in one question a matter. */
export const readChannels = (sql: Queries, ids: string[]) => sql<CheckedChannel[]>`
  select id, default_language, theme_options, company, countries, home_delivery_allowed, voucher_vat,
    (select count(*) from channel_host where channel_id = channel.id) as hosts,
    array(
      select distinct one.country from unnest(countries) as one (country)
        cross join (values ('standard'), ('reduced')) of (class)
        left join lateral (
          select from_date, bp from vat_rate where vat_rate.country = one.country and vat_rate.class = of.class
            and from_date <= current_date order by from_date desc limit 1) holds on true
      where not exists (
        select from vat_rate_check looked where looked.country = one.country and looked.class = of.class
          and looked.from_date = holds.from_date and looked.bp = holds.bp)
      order by 1) as unchecked
  from channel where id = any(${ids}) order by id::bigint`

export type LackingText = {
  channel_id: string
  language: Language
  /** Nobody reads anything there, not even in another language. */
  empty: boolean
  count: number
  /** 'path' of the first of them. */
  paths: string[]
}

/**
 * Texts that a language does not say. Those that all channels share are counted once; a channel is asked only for where it
 * differs, so that three hundred cost little more than one.
 */
export const readLacking = (sql: Queries, ids: string[]) => sql<LackingText[]>`
  with said as materialized (
    select channel_id, path, block, kind, key, array_agg(language) filter (where value <> '') as languages
    from content
    where kind in ('text', 'area') and (channel_id = ${SHARED_CHANNEL} or channel_id = any(${ids}))
      and not (path = 'websitetranslationcomponents' and key like 'mail\_%') and not starts_with(key, '__')
    group by channel_id, path, block, kind, key
  ), shared as materialized (
    select path, block, kind, key, coalesce(languages, '{}') as languages from said where channel_id = ${SHARED_CHANNEL}
  ), texts as (
    -- What a channel itself says something of, together with what all share.
    select own.channel_id, own.path, own.block, own.kind, own.key,
      coalesce(own.languages, '{}') || coalesce(shared.languages, '{}') as languages, shared.path is not null as is_shared
    from said own left join shared using (path, block, kind, key) where own.channel_id <> ${SHARED_CHANNEL}
  ), spoken as (
    select unnest(array['nl', 'en', 'de', 'fr']) as language
  ), base as (
    select language, shared.* from shared cross join spoken
    where not (language = any(languages)) and not ('' = any(languages))
  ), lacking as (
    select channel.id as channel_id, base.language, base.path, base.languages
    from channel cross join base
    where channel.id = any(${ids})
      and not exists (select from texts where texts.channel_id = channel.id and texts.path = base.path
        and texts.block = base.block and texts.kind = base.kind and texts.key = base.key
        and base.language = any(texts.languages))
    union all
    select texts.channel_id, spoken.language, texts.path, texts.languages
    from texts cross join spoken
    where not is_shared and not (language = any(languages)) and not ('' = any(languages))
  )
  select channel_id, language,
    not (default_language = any(languages) or 'nl' = any(languages)) as empty,
    count(*)::integer as count, (array_agg(distinct path))[1:20] as paths
  from lacking join channel on channel.id = channel_id
  group by 1, 2, 3`

export type UnsaidPicture = {
  channel_id: string
  count: number
  pictures: { hash: string; name: string }[]
}

/**
 * Pictures that say nothing to whoever cannot see them: neither the place that shows them nor the picture itself does,
 * and nobody said that there is nothing to say. One of the channel's own stands before a shared one.
 */
export const readUnsaidPictures = (sql: Queries, ids: string[]) => sql<UnsaidPicture[]>`
  with own as (
    select channel_id, path, block, key, min(left(value, 32)) as hash, bool_and(alt = '') as unsaid from content
    where channel_id = any(${ids}) and kind = 'media' and value <> '' group by 1, 2, 3, 4
  ), shared as (
    select path, block, key, min(left(value, 32)) as hash from content
    where channel_id = ${SHARED_CHANNEL} and kind = 'media' and value <> '' group by 1, 2, 3 having bool_and(alt = '')
  ), unsaid as (
    select channel_id, hash from own where unsaid
    union
    select channel.id, shared.hash from channel cross join shared
    where channel.id = any(${ids}) and not exists (select from own where own.channel_id = channel.id
      and own.path = shared.path and own.block = shared.block and own.key = shared.key)
  )
  select channel_id, count(*)::integer as count,
    to_jsonb((array_agg(jsonb_build_object('hash', hash, 'name', name) order by name, hash))[1:20]) as pictures
  from unsaid join picture using (hash)
  where not decoration and media_type like 'image/%'
    and not exists (select from media_text where picture_hash = hash)
  group by 1`

/** The points that most of its vouchers have; where there are none, those that vouchers mostly have. */
export const USUAL_POINTS = [10, 20]

export type Reach = {
  channel_id: string
  offers: number
  sold_out: number
  unnamed: number
  points: number[] | null
  reached: number[]
}

export const readReach = (sql: Queries, ids: string[]) => sql<Reach[]>`
  with given as (
    select channel_id, array_agg(points order by points) as points from (
      select channel_id, points, row_number() over (partition by channel_id order by max(id) desc) as place
      from voucher_batch where channel_id = any(${ids}) and points > 0 group by channel_id, points
    ) batches where place <= 4 group by channel_id
  ), named as materialized (
    select product_id, array_agg(distinct channel_id) as channels from product_text where name <> '' group by product_id
  ), sold as (
    select offer.channel_id, offer.points, coalesce(on_hand - reserved, 1) > 0 as here,
      coalesce(named.channels && array[offer.channel_id, owner_channel_id, ${SHARED_CHANNEL}], false) as is_named
    from offer join article using (sku) join product on product.id = product_id
      left join stock using (sku) left join named using (product_id)
    where offer.channel_id = any(${ids}) and active
  ), sums as (
    select channel.id as channel_id, count(sold.points)::integer as offers,
      (count(*) filter (where not here))::integer as sold_out,
      (count(*) filter (where not is_named))::integer as unnamed
    from channel left join sold on sold.channel_id = channel.id
    where channel.id = any(${ids}) group by channel.id
  ), asked as (
    select sums.channel_id, given.points, step, place
    from sums left join given using (channel_id)
      cross join lateral unnest(coalesce(given.points, ${USUAL_POINTS}::integer[])) with ordinality as steps (step, place)
  ), reached as (
    -- All steps of all channels in one pass: looked up one by one, fifty channels are read as often as there are steps.
    select asked.channel_id, asked.points, place, count(sold.points)::integer as gifts
    from asked left join sold on sold.channel_id = asked.channel_id and here and sold.points <= step
    group by 1, 2, 3
  )
  select sums.*, reached.points, array_agg(gifts order by place) as reached
  from sums join reached using (channel_id) group by sums.channel_id, offers, sold_out, unnamed, reached.points`

export type EmptyCategory = { channel_id: string; count: number; ids: string[] }

/** Items of the menu behind whose tags the channel sells nothing. */
export const readEmptyCategories = (sql: Queries, ids: string[]) => sql<EmptyCategory[]>`
  with sold as materialized (
    select distinct offer.channel_id, tag_id from offer join article using (sku) join product_tag using (product_id)
    where offer.channel_id = any(${ids}) and active
  ), menu as (
    select channel.id as channel_id, case
      when exists (select from navigation_item where channel_id = channel.id) then channel.id else ${SHARED_CHANNEL} end as whose
    from channel where id = any(${ids})
  )
  select menu.channel_id, count(*)::integer as count, (array_agg(item.id order by item.position))[1:20] as ids
  from menu join navigation_item item on item.channel_id = menu.whose
  where exists (select from navigation_tag tag where tag.channel_id = item.channel_id and tag.item_id = item.id)
    and not exists (
      select from navigation_tag tag join sold on sold.channel_id = menu.channel_id and sold.tag_id = tag.tag_id
      where tag.channel_id = item.channel_id and tag.item_id = item.id)
  group by menu.channel_id`

export type SaidLink = { channel_id: string; path: string; href: string }

/** Addresses within the shop that its texts lead to. */
export const readLinks = (sql: Queries, ids: string[]) => sql<SaidLink[]>`
  select distinct channel_id, path, href from (
    select channel_id, path, value as href from content
    where kind = 'url' and (channel_id = any(${ids}) or channel_id = ${SHARED_CHANNEL}) and value like '/%'
    union all
    select channel_id, path, link[1] from content, regexp_matches(value, 'href="(/[^"]*)"', 'g') as link
    where kind = 'area' and value like '%href="/%' and (channel_id = any(${ids}) or channel_id = ${SHARED_CHANNEL})
  ) said order by 1, 2, 3`

export const readPages = (sql: Queries, ids: string[]) => sql<
  { channel_id: string; path: string }[]
>`
  select distinct channel_id, path from content where channel_id = any(${ids}) or channel_id = ${SHARED_CHANNEL}`
