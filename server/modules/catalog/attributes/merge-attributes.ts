import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'
import {
  listGiftsOfAttribute,
  lockAttribute,
  type AttributeName,
  splitAttributeId,
} from '#server/modules/catalog/attributes/attribute.sql.ts'
import { type FieldWrite, lockGifts } from '#server/modules/catalog/changes/write-catalog.ts'

/**
 * Locks every gift of the first attribute and both attributes, in the order used everywhere. Returns the gifts; null if
 * an attribute no longer exists, or another gift got the first attribute meanwhile.
 */
export async function lockForMerge(
  sql: Queries,
  from: AttributeName,
  into: AttributeName,
): Promise<string[] | null> {
  const gifts = await listGiftsOfAttribute(sql, from)
  await lockGifts(sql, gifts)
  const attributes = [from, into].sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const attribute of attributes)
    if (!(await lockAttribute(sql, attribute, 'removal'))) return null
  const giftsNow = await listGiftsOfAttribute(sql, from)
  return giftsNow.join(' ') === gifts.join(' ') ? gifts : null
}

/** The writes of a merge, or the reason why the two cannot be merged. */
export async function findMergeWrites(
  sql: Queries,
  from: AttributeName,
  into: AttributeName,
  gifts: readonly string[],
): Promise<FieldWrite[] | ReturnType<typeof refuseStaff<'same-values'>>> {
  const removal = { field: `${from.kind}.made` as const, product: '', id: from.id, after: null }
  switch (from.kind) {
    case 'brand':
      return [
        ...gifts.map((product) => ({ field: 'gift.brand' as const, product, after: into.id })),
        removal,
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
        removal,
      ]
    }
    case 'group': {
      const tags = await sql<{ id: string }[]>`
        select id from tag where tag_group_id = ${from.id} order by position, id`
      const position = await nextPosition(sql, 'tag', into.id)
      return [
        ...tags.flatMap(({ id }, index): FieldWrite[] => [
          { field: 'tag.group', product: '', id, after: into.id },
          { field: 'tag.position', product: '', id, after: position + index },
        ]),
        removal,
      ]
    }
    case 'dimension':
      return mergeDimensions(sql, from.id, into.id, gifts)
    case 'value':
      return mergeValues(sql, from, into)
  }
}

/** Moves the values to the other dimension. A value that the other dimension also has is not moved. */
async function mergeDimensions(sql: Queries, from: string, into: string, gifts: readonly string[]) {
  const rows = await sql<{ id: string; dimension_ids: string[] }[]>`
    select id, dimension_ids from product where id = any(${gifts as string[]}::text[]) order by id`
  const giftWithBoth = rows.find(({ dimension_ids }) => dimension_ids.includes(into))
  if (giftWithBoth) return refuseStaff('same-values', { field: giftWithBoth.id })
  const position = await nextPosition(sql, 'value', into)
  const values = await sql<
    { id: string; texts: unknown; hexcode: string | null; known: boolean }[]
  >`
    select id, texts, hexcode, exists (
      select from dimension_value other where other.dimension_id = ${into} and other.id = moved.id) as known
    from dimension_value moved where dimension_id = ${from} order by position, id`
  return [
    ...values
      .filter(({ known }) => !known)
      .map(({ id, texts, hexcode }, index): FieldWrite => ({
        field: 'value.made',
        product: '',
        id: `${into}/${id}`,
        after: { texts, hexcode, position: position + index },
      })),
    ...rows.map(({ id, dimension_ids }): FieldWrite => ({
      field: 'gift.dimensions',
      product: id,
      after: dimension_ids.map((dimension) => (dimension === from ? into : dimension)),
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
  const { parent, ownId } = splitAttributeId(from)
  const newValue = splitAttributeId(into).ownId
  const rows = await sql<
    { sku: string; product_id: string; retired: boolean; place: number; values: [string, string] }[]
  >`
    select sku, product_id, retired, array_position(dimension_ids, ${parent}) as place,
      array[value_0, value_1] as values
    from article join product on product.id = product_id
    where (dimension_ids[1] = ${parent} and value_0 = ${ownId}) or (dimension_ids[2] = ${parent} and value_1 = ${ownId})
    order by sku`
  const wanted = rows.map(({ values, place, ...row }) => ({
    ...row,
    values: values.map((value, index) => (index === place - 1 ? newValue : value)),
  }))
  const [conflict] = await sql<{ product_id: string }[]>`
    select article.product_id from article
    join jsonb_to_recordset(${JSON.stringify(wanted.filter(({ retired }) => !retired))}::text::jsonb)
      as wanted (sku text, product_id text, values jsonb) on wanted.product_id = article.product_id
    where not article.retired and article.sku <> wanted.sku
      and value_0 = wanted.values ->> 0 and value_1 = wanted.values ->> 1 limit 1`
  if (conflict) return refuseStaff('same-values', { field: conflict.product_id })
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

/** The position at the end of a list. */
export async function nextPosition(sql: Queries, kind: 'group' | 'tag' | 'value', parent: string) {
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
