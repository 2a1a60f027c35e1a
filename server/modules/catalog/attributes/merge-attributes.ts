import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'
import {
  giftsOfAttribute,
  lockAttribute,
  type AttributeName,
  partsOf,
} from '#server/modules/catalog/attributes/attribute.sql.ts'
import { type FieldWrite, lockGifts } from '#server/modules/catalog/changes/write-catalog.ts'

/**
 * Locks both attributes and every gift of the first in the order used everywhere: gifts, then attributes. Afterwards
 * it reads the gifts again, to detect those that got the attribute in between.
 */
export async function lockForMerge(
  sql: Queries,
  from: AttributeName,
  into: AttributeName | null,
): Promise<string[] | null> {
  const gifts = await giftsOfAttribute(sql, from)
  await lockGifts(sql, gifts)
  const words = into && into.id < from.id ? [into, from] : into ? [from, into] : [from]
  for (const word of words) if (!(await lockAttribute(sql, word, 'removal'))) return null
  const now = await giftsOfAttribute(sql, from)
  return now.length === gifts.length && now.every((id, at) => id === gifts[at]) ? gifts : null
}

/** The resulting gifts and attributes, or why the two cannot be merged. */
export async function mergeWrites(
  sql: Queries,
  from: AttributeName,
  into: AttributeName,
  gifts: readonly string[],
): Promise<FieldWrite[] | ReturnType<typeof refuseStaff<'same-values'>>> {
  const gone = { field: `${from.kind}.made` as const, product: '', id: from.id, after: null }
  switch (from.kind) {
    case 'brand':
      return [
        ...gifts.map((product) => ({ field: 'gift.brand' as const, product, after: into.id })),
        gone,
      ]
    case 'tag': {
      const rows = await sql<{ product_id: string; tags: string[] }[]>`
        select product_id, array_agg(tag_id order by position, tag_id) as tags
        from product_tag where product_id = any(${gifts as string[]}::text[]) group by 1`
      return [
        ...rows.map(({ product_id, tags }) => ({
          field: 'gift.tags' as const,
          product: product_id,
          after: [...new Set(tags.map((tag) => (tag === from.id ? into.id : tag)))],
        })),
        gone,
      ]
    }
    case 'group': {
      const tags = await sql<{ id: string }[]>`
        select id from tag where tag_group_id = ${from.id} order by position, id`
      const end = await endOf(sql, 'tag', into.id)
      return [
        ...tags.flatMap(({ id }, at): FieldWrite[] => [
          { field: 'tag.group', product: '', id, after: into.id },
          { field: 'tag.position', product: '', id, after: end + at },
        ]),
        gone,
      ]
    }
    case 'dimension':
      return mergeDimensions(sql, from.id, into.id, gifts)
    case 'value':
      return mergeValues(sql, from, into)
  }
}

/** Its values move to the other dimension; of two values with the same name, the other's stays. */
async function mergeDimensions(sql: Queries, from: string, into: string, gifts: readonly string[]) {
  const rows = await sql<{ id: string; dimension_ids: string[] }[]>`
    select id, dimension_ids from product where id = any(${gifts as string[]}::text[]) order by id`
  const both = rows.find(({ dimension_ids }) => dimension_ids.includes(into))
  if (both) return refuseStaff('same-values', { field: both.id })
  const end = await endOf(sql, 'value', into)
  const values = await sql<
    { id: string; texts: unknown; hexcode: string | null; known: boolean }[]
  >`
    select id, texts, hexcode, exists (
      select from dimension_value other where other.dimension_id = ${into} and other.id = mine.id) as known
    from dimension_value mine where dimension_id = ${from} order by position, id`
  return [
    ...values
      .filter(({ known }) => !known)
      .map(({ id, texts, hexcode }, at): FieldWrite => ({
        field: 'value.made',
        product: '',
        id: `${into}/${id}`,
        after: { texts, hexcode, position: end + at },
      })),
    ...rows.map(({ id, dimension_ids }): FieldWrite => ({
      field: 'gift.dimensions',
      product: id,
      after: dimension_ids.map((one) => (one === from ? into : one)),
    })),
    ...values.map(({ id }): FieldWrite => ({
      field: 'value.made',
      product: '',
      id: `${from}/${id}`,
      after: null,
    })),
    { field: 'dimension.made' as const, product: '', id: from, after: null },
  ]
}

async function mergeValues(sql: Queries, from: AttributeName, into: AttributeName) {
  const { parent, own } = partsOf(from)
  const other = partsOf(into).own
  const rows = await sql<
    { sku: string; product_id: string; retired: boolean; place: number; values: [string, string] }[]
  >`
    select sku, product_id, retired, array_position(dimension_ids, ${parent}) as place,
      array[value_0, value_1] as values
    from article join product on product.id = product_id
    where (dimension_ids[1] = ${parent} and value_0 = ${own}) or (dimension_ids[2] = ${parent} and value_1 = ${own})
    order by sku`
  const wanted = rows.map(({ values, place, ...row }) => ({
    ...row,
    values: values.map((value, at) => (at === place - 1 ? other : value)),
  }))
  const [taken] = await sql<{ product_id: string }[]>`
    select article.product_id from article
    join jsonb_to_recordset(${JSON.stringify(wanted.filter(({ retired }) => !retired))}::text::jsonb)
      as wanted (sku text, product_id text, values jsonb) on wanted.product_id = article.product_id
    where not article.retired and article.sku <> wanted.sku
      and value_0 = wanted.values ->> 0 and value_1 = wanted.values ->> 1 limit 1`
  if (taken) return refuseStaff('same-values', { field: taken.product_id })
  return [
    ...wanted.map(({ sku, product_id, values }): FieldWrite => ({
      field: 'article.values',
      product: product_id,
      id: sku,
      after: values,
    })),
    { field: 'value.made' as const, product: '', id: from.id, after: null },
  ]
}

/** The position after the last one. */
export async function endOf(sql: Queries, kind: 'group' | 'tag' | 'value', parent: string) {
  const [row] = await {
    group: () => sql<{ end: number }[]>`
      select coalesce(max(position), -1) + 1 as end from tag_group`,
    tag: () => sql<{ end: number }[]>`
      select coalesce(max(position), -1) + 1 as end from tag where tag_group_id = ${parent}`,
    value: () => sql<{ end: number }[]>`
      select coalesce(max(position), -1) + 1 as end from dimension_value where dimension_id = ${parent}`,
  }[kind]()
  return row?.end ?? 0
}
