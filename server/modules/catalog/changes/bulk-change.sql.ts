import type { BulkAction } from '#contract/catalog/bulk-changes.staff.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'
import { type BulkFact, GIFT_FACTS, isBulkFact } from '#domain/catalog/gift-facts.ts'
import { tagsBelow } from '#server/modules/catalog/gifts/gift-list.sql.ts'
import { mayChangeShared } from '#server/modules/catalog/gifts/gift-scope.sql.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/**
 * Computes the effect of an action on gifts in one database query, so that preview and write are the same. Each row
 * has its place, its current and its new value, and the reason if it is left out.
 */
export function bulkRows(
  sql: Queries,
  action: BulkAction,
  { products, channels }: { products: readonly string[]; channels: readonly string[] | null },
): Fragment {
  const these = sql`product.id = any(${products as string[]}::text[])`
  const shared = sql`case when ${mayChangeShared(sql, channels)} then null else 'shared' end`
  if (isFactAction(action)) return ofFact(sql, action, { these, shared })
  switch (action.field) {
    case 'points':
      return ofPoints(sql, action, these)
    case 'active':
      return sql`
        select 'offer' as kind, product.id as product_id, article.sku as id, wanted.channel_id, '' as language,
          'active' as field, to_jsonb(offer.active) as before, to_jsonb(${action.value}::boolean) as after,
          case when offer.sku is null then 'not-offered' end as why
        from product join article on article.product_id = product.id and not article.retired
        cross join unnest(${action.channels}::text[]) wanted (channel_id)
        left join offer on offer.sku = article.sku and offer.channel_id = wanted.channel_id
        where ${these}`
    case 'tags':
      return ofTags(
        sql,
        { these, shared },
        action.how === 'add' ? action.value : [],
        action.how === 'add' ? [] : action.value,
      )
    case 'category':
      return ofCategory(sql, action, { these, shared })
    case 'delivery_info':
      return ofDeliveryInfo(sql, action, { these, shared })
  }
}

type ActionOn<Field extends BulkAction['field']> = Extract<BulkAction, { field: Field }>
/** The condition for the gifts, and the reason if the shared data of a gift is not theirs to change. */
type Scope = { these: Fragment; shared: Fragment }

type FactAction = ActionOn<BulkFact>
const isFactAction = (action: BulkAction): action is FactAction => isBulkFact(action.field)

const ofFact = (
  sql: Queries,
  { field, value }: FactAction,
  { these, shared }: Scope,
): Fragment => sql`
  select 'gift' as kind, product.id as product_id, product.id, '' as channel_id, '' as language,
    ${field}::text as field, to_jsonb(${sql.unsafe(GIFT_FACTS[field].column)}) as before,
    ${JSON.stringify(value)}::text::jsonb as after, ${shared} as why
  from product where ${these}`

function ofPoints(sql: Queries, action: ActionOn<'points'>, these: Fragment): Fragment {
  const next = {
    set: sql`${action.value}::integer`,
    add: sql`offer.points + ${action.value}::integer`,
    percent: sql`round(offer.points * ${action.value}::numeric / 100)::integer`,
  }[action.how]
  return sql`
    select 'offer' as kind, product.id as product_id, article.sku as id, wanted.channel_id, '' as language,
      'points' as field, to_jsonb(offer.points) as before,
      to_jsonb(least(greatest(${next}, 1), 100000)) as after,
      case when offer.sku is null then 'not-offered'
        when ${next} < 1 and offer.points <= 1 then 'least' end as why
    from product join article on article.product_id = product.id and not article.retired
    cross join unnest(${action.channels}::text[]) wanted (channel_id)
    left join offer on offer.sku = article.sku and offer.channel_id = wanted.channel_id
    where ${these}`
}

const ofCategory = (
  sql: Queries,
  action: ActionOn<'category'>,
  { these, shared }: Scope,
): Fragment => sql`
  with coming as materialized (${tagsBelow(sql, [action.value])}),
    going as materialized (
      select tag_id from (${action.from === null ? sql`select null::text as tag_id where false` : tagsBelow(sql, [action.from])}) before_it
      where tag_id not in (select tag_id from coming))
  select 'gift' as kind, product.id as product_id, product.id, '' as channel_id, '' as language,
    'tags' as field, present.tags as before,
    (
      select coalesce(jsonb_agg(tag order by place), '[]') from (
        select tag, place from jsonb_array_elements_text(present.tags) with ordinality one (tag, place)
        where tag not in (select tag_id from going)
        union all
        -- A gift that has one of the tags already keeps it.
        select min(tag_id), 100000 from coming join tag on tag.id = tag_id
        where not tag.retired and not present.tags ?| array(select tag_id from coming) having min(tag_id) is not null
      ) all_of_them
    ) as after, ${shared} as why
  from product cross join lateral (
    select coalesce(jsonb_agg(tag_id order by position, tag_id), '[]') as tags
    from product_tag where product_id = product.id
  ) present where ${these}`

const ofDeliveryInfo = (
  sql: Queries,
  action: ActionOn<'delivery_info'>,
  { these, shared }: Scope,
): Fragment => sql`
  select 'text' as kind, product.id as product_id, product.id, ${action.channel} as channel_id,
    ${action.language} as language, 'delivery_info' as field, to_jsonb(texts.delivery_info) as before,
    to_jsonb(${action.value}::text) as after,
    case when ${action.channel} in (${SHARED_CHANNEL}, product.owner_channel_id) then ${shared} end as why
  from product left join product_text texts on texts.product_id = product.id
    and texts.channel_id = ${action.channel} and texts.language = ${action.language}
  where ${these}`

const ofTags = (
  sql: Queries,
  { these, shared }: Scope,
  more: readonly string[],
  fewer: readonly string[],
): Fragment => sql`
  select 'gift' as kind, product.id as product_id, product.id, '' as channel_id, '' as language,
    'tags' as field, present.tags as before,
    (
      select coalesce(jsonb_agg(tag order by place), '[]') from (
        select tag, place from jsonb_array_elements_text(present.tags) with ordinality one (tag, place)
        where tag <> all(${fewer as string[]}::text[])
        union all
        select tag, 100000 + place from unnest(${more as string[]}::text[]) with ordinality one (tag, place)
        where not present.tags ? tag
      ) all_of_them
    ) as after, ${shared} as why
  from product cross join lateral (
    select coalesce(jsonb_agg(tag_id order by position, tag_id), '[]') as tags
    from product_tag where product_id = product.id
  ) present where ${these}`
