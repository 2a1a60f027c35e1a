import type { GiftField } from '#contract/catalog/gift-fields.ts'
import { GIFT_FACT_NAMES, type GiftFact, giftFact } from '#domain/catalog/gift-facts.ts'
import { GIFT_TEXT_COLUMNS, GIFT_TEXT_NAMES, type GiftText } from '#domain/catalog/gift-texts.ts'
import { CHANGE_STOCK_LEVELS } from '#server/modules/inventory/stock.sql.ts'

/**
 * The SQL of a catalogue field. `read` returns the current value of the row named `row` as jsonb; null: there is none.
 * `write` applies the rows named `wanted`, whose `after` is null if a row is to be removed.
 */
type Field = { read: string; write: readonly string[] }
type AttributeField = `${'brand' | 'group' | 'tag' | 'dimension' | 'value'}.${string}`

const asText = `(wanted.after #>> '{}')`
const asTextArray = `array(select jsonb_array_elements_text(wanted.after))`

const giftColumn = (column: string, value: string): Field => ({
  read: `(select to_jsonb(product.${column}) from product where product.id = row.id)`,
  write: [
    `update product set ${column} = ${value} from wanted
     where product.id = wanted.id and wanted.after is not null`,
  ],
})

const giftList = (table: string, column: string): Field => ({
  read: `(select coalesce(jsonb_agg(part.${column} order by part.position, part.${column}), '[]')
    from ${table} part where part.product_id = row.id)`,
  write: [
    `delete from ${table} using wanted where ${table}.product_id = wanted.id`,
    `insert into ${table} (product_id, ${column}, position)
     select wanted.id, part.value, part.place - 1
     from wanted, jsonb_array_elements_text(wanted.after) with ordinality part (value, place)`,
  ],
})

const articleColumn = (value: string, set: string): Field => ({
  read: `(select ${value} from article where article.sku = row.id)`,
  write: [
    `update article set ${set} from wanted where article.sku = wanted.id and wanted.after is not null`,
  ],
})

const textColumn = (column: string, value = asText): Field => ({
  read: `(select to_jsonb(texts.${column}) from product_text texts
    where texts.product_id = row.id and texts.channel_id = row.channel_id and texts.language = row.language)`,
  write: [
    `insert into product_text as texts (product_id, channel_id, language, ${column})
     select wanted.id, wanted.channel_id, wanted.language, case when wanted.after is null then null else ${value} end
     from wanted
     on conflict (product_id, channel_id, language) do update set ${column} = excluded.${column}`,
    `delete from product_text texts using wanted
     where texts.product_id = wanted.id and texts.channel_id = wanted.channel_id
       and texts.language = wanted.language and wanted.after is null
       and num_nonnulls(${GIFT_TEXT_COLUMNS.join(', ')}) = 0`,
  ],
})

const readOffer = (column: string): string =>
  `(select to_jsonb(offer.${column}) from offer
    where offer.channel_id = row.channel_id and offer.sku = row.id)`

const factFields = Object.fromEntries(
  GIFT_FACT_NAMES.map((name) => {
    const { column, kind } = giftFact(name)
    return [`gift.${name}`, giftColumn(column, kind === 'flag' ? `${asText}::boolean` : asText)]
  }),
) as Record<`gift.${GiftFact}`, Field>

const textFields = Object.fromEntries(
  GIFT_TEXT_NAMES.map((name) => [`text.${name}`, textColumn(name)]),
) as Record<`text.${GiftText}`, Field>

/** Gifts that an undo keeps in part, because others have changed them since. `$1` is the undo. */
const PARTLY_KEPT_GIFTS = `
  select written.product_id from bulk_change undo join bulk_change_row written on written.bulk_id = undo.undoes_id
  where undo.id = $1 and not exists (
    select from bulk_change_row restored
    where restored.bulk_id = $1 and restored.kind = written.kind and restored.id = written.id
      and restored.channel_id = written.channel_id and restored.language = written.language
      and restored.field = written.field)`

/** A variant that is in an order, cart, wishlist or elsewhere stays but goes off sale; an unused one is deleted. */
const REMOVE_ARTICLES = [
  `select from offer join wanted on wanted.id = offer.sku where wanted.after is null
   order by offer.spli_id for update of offer`,
  `select from article join wanted on wanted.id = article.sku where wanted.after is null
   order by article.sku for update of article`,
  `update article set retired = true from wanted where article.sku = wanted.id and wanted.after is null`,
  `update offer set active = false from wanted where offer.sku = wanted.id and wanted.after is null and active`,
  `delete from article using wanted where article.sku = wanted.id and wanted.after is null
   and not exists (select from order_line where order_line.sku = article.sku)
   and not exists (select from stock where stock.sku = article.sku)
   and not exists (select from offer join cart_line using (spli_id) where offer.sku = article.sku)
   and not exists (select from offer join wishlist_item using (spli_id) where offer.sku = article.sku)
   and article.product_id not in (${PARTLY_KEPT_GIFTS})`,
]

/** The id of a value is `dimension/value`. */
const isValueOf = (row: 'row' | 'wanted') =>
  `dimension_value.dimension_id = split_part(${row}.id, '/', 1)
    and dimension_value.id = split_part(${row}.id, '/', 2)`

/** A field of an attribute: its name, position or appearance. */
const attributeColumn = (
  table: 'brand' | 'tag_group' | 'tag' | 'dimension' | 'dimension_value',
  column: string,
  value: string,
): Field => {
  const isSame = (row: 'row' | 'wanted') =>
    table === 'dimension_value' ? isValueOf(row) : `${table}.id = ${row}.id`
  return {
    read: `(select to_jsonb(${table}.${column}) from ${table} where ${isSame('row')})`,
    write: [`update ${table} set ${column} = ${value} from wanted where ${isSame('wanted')}`],
  }
}

const asJson = '(wanted.after)'
const asBoolean = `coalesce(${asText}::boolean, false)`
const asInteger = `coalesce(${asText}::integer, 0)`
const isRemoved = 'wanted.after is null'

/** In the order in which they are written: rows that others refer to come first. */
export const CATALOGUE_FIELDS = {
  // An attribute that is still in use is retired instead of deleted.
  'brand.made': {
    read: `(select jsonb_build_object('name', name, 'picture', picture, 'supplier_email', supplier_email,
        'supplier', supplier_id)
      from brand where brand.id = row.id)`,
    write: [
      `insert into brand (id, name, picture, supplier_email, supplier_id)
       select id, after ->> 'name', after ->> 'picture', coalesce(after ->> 'supplier_email', ''),
         -- A supplier that was removed since is not restored.
         (select supplier.id from supplier where supplier.id = (after ->> 'supplier')::bigint)
       from wanted where after is not null`,
      `update brand set retired = true from wanted where brand.id = wanted.id and ${isRemoved}`,
      `delete from brand using wanted where brand.id = wanted.id and ${isRemoved}
       and not exists (select from product where brand_id = brand.id)
       and not exists (select from home_tile where kind = 'brand' and home_tile.id = brand.id)`,
    ],
  },
  'brand.name': attributeColumn('brand', 'name', asText),
  'brand.supplier_email': attributeColumn('brand', 'supplier_email', asText),
  'brand.retired': attributeColumn('brand', 'retired', asBoolean),
  'group.made': {
    read: `(select jsonb_build_object('texts', texts, 'position', position) from tag_group where tag_group.id = row.id)`,
    write: [
      `insert into tag_group (id, texts, position)
       select id, after -> 'texts', coalesce((after ->> 'position')::integer, 0) from wanted where after is not null`,
      `delete from tag_group using wanted where tag_group.id = wanted.id and ${isRemoved}
       and not exists (select from tag where tag_group_id = tag_group.id)`,
    ],
  },
  'group.texts': attributeColumn('tag_group', 'texts', asJson),
  'group.position': attributeColumn('tag_group', 'position', asInteger),
  'tag.made': {
    read: `(select jsonb_build_object('group', tag_group_id, 'texts', texts, 'position', position)
      from tag where tag.id = row.id)`,
    write: [
      `insert into tag (id, tag_group_id, texts, position)
       select id, after ->> 'group', after -> 'texts', coalesce((after ->> 'position')::integer, 0)
       from wanted where after is not null`,
      `update tag set retired = true from wanted where tag.id = wanted.id and ${isRemoved}`,
      `delete from tag using wanted where tag.id = wanted.id and ${isRemoved}
       and not exists (select from product_tag where tag_id = tag.id)
       and not exists (select from navigation_tag where tag_id = tag.id)
       and not exists (select from home_tile where tag_ids @> array[tag.id])`,
    ],
  },
  'tag.group': attributeColumn('tag', 'tag_group_id', asText),
  'tag.texts': attributeColumn('tag', 'texts', asJson),
  'tag.position': attributeColumn('tag', 'position', asInteger),
  'tag.retired': attributeColumn('tag', 'retired', asBoolean),
  'dimension.made': {
    read: `(select jsonb_build_object('texts', texts) from dimension where dimension.id = row.id)`,
    write: [
      `insert into dimension (id, texts) select id, after -> 'texts' from wanted where after is not null`,
      `update dimension set retired = true from wanted where dimension.id = wanted.id and ${isRemoved}`,
      `delete from dimension using wanted where dimension.id = wanted.id and ${isRemoved}
       and not exists (select from dimension_value where dimension_id = dimension.id)
       and not exists (select from product where dimension.id = any(dimension_ids))`,
    ],
  },
  'dimension.texts': attributeColumn('dimension', 'texts', asJson),
  'dimension.retired': attributeColumn('dimension', 'retired', asBoolean),
  'value.made': {
    read: `(select jsonb_build_object('texts', texts, 'position', position, 'hexcode', hexcode)
      from dimension_value where ${isValueOf('row')})`,
    write: [
      `insert into dimension_value (dimension_id, id, texts, position, hexcode)
       select split_part(id, '/', 1), split_part(id, '/', 2), after -> 'texts',
         coalesce((after ->> 'position')::integer, 0), after ->> 'hexcode'
       from wanted where after is not null`,
      `update dimension_value set retired = true from wanted where ${isValueOf('wanted')} and ${isRemoved}`,
      `delete from dimension_value using wanted where ${isValueOf('wanted')} and ${isRemoved}
       and not exists (
         select from article join product on product.id = article.product_id
         where (dimension_ids[1] = dimension_id and value_0 = dimension_value.id)
           or (dimension_ids[2] = dimension_id and value_1 = dimension_value.id))`,
    ],
  },
  'value.texts': attributeColumn('dimension_value', 'texts', asJson),
  'value.position': attributeColumn('dimension_value', 'position', asInteger),
  'value.hexcode': {
    read: `(select to_jsonb(coalesce(hexcode, '')) from dimension_value where ${isValueOf('row')})`,
    write: [
      `update dimension_value set hexcode = nullif(${asText}, '') from wanted where ${isValueOf('wanted')}`,
    ],
  },
  'value.retired': attributeColumn('dimension_value', 'retired', asBoolean),
  'gift.made': {
    read: `(select jsonb_build_object('brand', brand_id, 'delivery', delivery_condition, 'owner', owner_channel_id)
      from product where product.id = row.id)`,
    write: [
      `insert into product (id, brand_id, delivery_condition, owner_channel_id)
       select id, after ->> 'brand', after ->> 'delivery', after ->> 'owner' from wanted where after is not null`,
      `delete from product using wanted where product.id = wanted.id and wanted.after is null
       and not exists (select from article where article.product_id = product.id)`,
    ],
  },
  'gift.brand': giftColumn('brand_id', asText),
  ...factFields,
  'gift.dimensions': giftColumn('dimension_ids', asTextArray),
  'gift.pictures': giftColumn('pictures', asTextArray),
  'gift.picture_alts': giftColumn('picture_alts', asJson),
  'gift.tags': giftList('product_tag', 'tag_id'),
  'gift.cross_selling': giftList('cross_sell', 'other_id'),
  'article.made': {
    read: `(select jsonb_build_object('gift', product_id) from article where article.sku = row.id)`,
    write: [
      `insert into article (sku, product_id, position, retired)
       select id, product_id, (select coalesce(max(position), -1) + 1 from article where product_id = wanted.product_id), true
       from wanted where after is not null`,
      ...REMOVE_ARTICLES,
    ],
  },
  'article.shelf': {
    read: '(select to_jsonb(true) from stock where stock.sku = row.id)',
    write: CHANGE_STOCK_LEVELS,
  },
  'article.values': {
    read: '(select jsonb_build_array(value_0, value_1) from article where article.sku = row.id)',
    // Variants may swap their values, or one takes the values of another that is retired in the same change.
    write: [
      `update article set retired = true from bulk_change_row leaving
       where leaving.bulk_id = $1 and leaving.kind = 'article' and leaving.field = 'retired'
         and leaving.after = 'true' and article.sku = leaving.id`,
      `update article set value_0 = '~' || sku from wanted where article.sku = wanted.id and wanted.after is not null`,
      `update article set value_0 = wanted.after ->> 0, value_1 = wanted.after ->> 1 from wanted
       where article.sku = wanted.id and wanted.after is not null`,
    ],
  },
  'article.position': articleColumn('to_jsonb(position)', `position = ${asText}::integer`),
  'article.pictures': articleColumn('to_jsonb(pictures)', `pictures = ${asTextArray}`),
  'article.retired': {
    read: '(select to_jsonb(retired) from article where article.sku = row.id)',
    // A variant whose values another one has now stays as it is.
    write: [
      `update article set retired = ${asText}::boolean from wanted
       where article.sku = wanted.id and wanted.after is not null and (wanted.after = 'true' or not exists (
         select from article other
         where other.product_id = article.product_id and other.sku <> article.sku and not other.retired
           and other.value_0 = article.value_0 and other.value_1 = article.value_1))`,
    ],
  },
  ...textFields,
  'text.search_words': textColumn('search_words', asTextArray),
  'offer.points': {
    read: readOffer('points'),
    write: [
      `insert into offer (channel_id, sku, points, position, active)
       select channel_id, id, ${asText}::integer, coalesce(last.position, 0) + 1, false
       from wanted left join (
         select channel_id, max(position) as position from offer
         where channel_id in (select channel_id from wanted) group by channel_id
       ) last using (channel_id)
       where after is not null
       on conflict (channel_id, sku) do update set points = excluded.points`,
    ],
  },
  'offer.active': {
    read: readOffer('active'),
    write: [
      `update offer set active = coalesce(${asText}::boolean, false) from wanted
       where offer.channel_id = wanted.channel_id and offer.sku = wanted.id`,
    ],
  },
} as const satisfies Record<GiftField | AttributeField, Field>

export type CatalogueField = keyof typeof CATALOGUE_FIELDS
