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
  const isSelected = sql`product.id = any(${products as string[]}::text[])`
  const whyShared = sql`case when ${mayChangeShared(sql, channels)} then null else 'shared' end`
  if (isFactAction(action)) return selectFactRows(sql, action, { isSelected, whyShared })
  switch (action.field) {
    case 'points':
      return selectPointsRows(sql, action, isSelected)
    case 'active':
      return sql`
        select 'offer' as kind, product.id as product_id, article.sku as id, wanted.channel_id, '' as language,
          'active' as field, to_jsonb(offer.active) as before, to_jsonb(${action.value}::boolean) as after,
          case when offer.sku is null then 'not-offered' end as why
        from product join article on article.product_id = product.id and not article.retired
        cross join unnest(${action.channels}::text[]) wanted (channel_id)
        left join offer on offer.sku = article.sku and offer.channel_id = wanted.channel_id
        where ${isSelected}`
    case 'tags':
      return selectTagRows(
        sql,
        { isSelected, whyShared },
        action.how === 'add' ? action.value : [],
        action.how === 'add' ? [] : action.value,
      )
    case 'category':
      return selectCategoryRows(sql, action, { isSelected, whyShared })
    case 'delivery_info':
      return selectDeliveryInfoRows(sql, action, { isSelected, whyShared })
  }
}

type ActionOn<Field extends BulkAction['field']> = Extract<BulkAction, { field: Field }>
/** The condition for the selected gifts, and the reason 'shared' if the colleague may not change the gift's shared data. */
type Scope = { isSelected: Fragment; whyShared: Fragment }

type FactAction = ActionOn<BulkFact>
const isFactAction = (action: BulkAction): action is FactAction => isBulkFact(action.field)

const selectFactRows = (
  sql: Queries,
  { field, value }: FactAction,
  { isSelected, whyShared }: Scope,
): Fragment => sql`
  select 'gift' as kind, product.id as product_id, product.id, '' as channel_id, '' as language,
    ${field}::text as field, to_jsonb(${sql.unsafe(GIFT_FACTS[field].column)}) as before,
    ${JSON.stringify(value)}::text::jsonb as after, ${whyShared} as why
  from product where ${isSelected}`

function selectPointsRows(
  sql: Queries,
  action: ActionOn<'points'>,
  isSelected: Fragment,
): Fragment {
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
    where ${isSelected}`
}

const selectCategoryRows = (
  sql: Queries,
  action: ActionOn<'category'>,
  { isSelected, whyShared }: Scope,
): Fragment => sql`
  with added as materialized (${tagsBelow(sql, [action.value])}),
    removed as materialized (
      select tag_id from (${action.from === null ? sql`select null::text as tag_id where false` : tagsBelow(sql, [action.from])}) previous_item
      where tag_id not in (select tag_id from added))
  select 'gift' as kind, product.id as product_id, product.id, '' as channel_id, '' as language,
    'tags' as field, present.tags as before,
    (
      select coalesce(jsonb_agg(tag order by place), '[]') from (
        select tag, place from jsonb_array_elements_text(present.tags) with ordinality one (tag, place)
        where tag not in (select tag_id from removed)
        union all
        -- A gift that has one of the tags already keeps it.
        select min(tag_id), 100000 from added join tag on tag.id = tag_id
        where not tag.retired and not present.tags ?| array(select tag_id from added) having min(tag_id) is not null
      ) all_of_them
    ) as after, ${whyShared} as why
  from product cross join lateral (
    select coalesce(jsonb_agg(tag_id order by position, tag_id), '[]') as tags
    from product_tag where product_id = product.id
  ) present where ${isSelected}`

const selectDeliveryInfoRows = (
  sql: Queries,
  action: ActionOn<'delivery_info'>,
  { isSelected, whyShared }: Scope,
): Fragment => sql`
  select 'text' as kind, product.id as product_id, product.id, ${action.channel} as channel_id,
    ${action.language} as language, 'delivery_info' as field, to_jsonb(texts.delivery_info) as before,
    to_jsonb(${action.value}::text) as after,
    case when ${action.channel} in (${SHARED_CHANNEL}, product.owner_channel_id) then ${whyShared} end as why
  from product left join product_text texts on texts.product_id = product.id
    and texts.channel_id = ${action.channel} and texts.language = ${action.language}
  where ${isSelected}`

const selectTagRows = (
  sql: Queries,
  { isSelected, whyShared }: Scope,
  added: readonly string[],
  removed: readonly string[],
): Fragment => sql`
  select 'gift' as kind, product.id as product_id, product.id, '' as channel_id, '' as language,
    'tags' as field, present.tags as before,
    (
      select coalesce(jsonb_agg(tag order by place), '[]') from (
        select tag, place from jsonb_array_elements_text(present.tags) with ordinality one (tag, place)
        where tag <> all(${removed as string[]}::text[])
        union all
        select tag, 100000 + place from unnest(${added as string[]}::text[]) with ordinality one (tag, place)
        where not present.tags ? tag
      ) all_of_them
    ) as after, ${whyShared} as why
  from product cross join lateral (
    select coalesce(jsonb_agg(tag_id order by position, tag_id), '[]') as tags
    from product_tag where product_id = product.id
  ) present where ${isSelected}`
