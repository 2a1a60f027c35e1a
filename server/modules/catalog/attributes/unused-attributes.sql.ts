import type { Queries } from '#server/platform/db/database.ts'

/** Deletes all brands except `kept` that no gift and no tile uses. Returns how many. */
export async function deleteUnusedBrands(sql: Queries, kept: readonly string[]): Promise<number> {
  const { count } = await sql`
    delete from brand where id <> all(${[...kept]})
      and not exists (select from product where brand_id = brand.id)
      and not exists (select from home_tile where kind = 'brand' and home_tile.id = brand.id)`
  return count
}

/** Deletes all tags except `kept` that no gift, menu or tile uses. Returns how many. */
export async function deleteUnusedTags(sql: Queries, kept: readonly string[]): Promise<number> {
  const { count } = await sql`
    delete from tag where id <> all(${[...kept]})
      and not exists (select from product_tag where tag_id = tag.id)
      and not exists (select from navigation_tag where tag_id = tag.id)
      and not exists (select from home_tile where tag.id = any(tag_ids))`
  return count
}

/** Deletes all groups except `kept` that have no tags. Returns how many. */
export async function deleteEmptyTagGroups(sql: Queries, kept: readonly string[]): Promise<number> {
  const { count } = await sql`
    delete from tag_group where id <> all(${[...kept]})
      and not exists (select from tag where tag_group_id = tag_group.id)`
  return count
}

/** Deletes all values except `kept`, each named 'dimension/value', that no variant uses. Returns how many. */
export async function deleteUnusedDimensionValues(
  sql: Queries,
  kept: readonly string[],
): Promise<number> {
  const { count } = await sql`
    delete from dimension_value as unused where dimension_id || '/' || id <> all(${[...kept]})
      and not exists (
        select from product join article on product_id = product.id
        where (dimension_ids[1] = unused.dimension_id and value_0 = unused.id)
          or (dimension_ids[2] = unused.dimension_id and value_1 = unused.id))`
  return count
}

export const deleteUnusedDimensions = (sql: Queries, kept: readonly string[]) => sql`
  delete from dimension where id <> all(${[...kept]})
    and not exists (select from dimension_value where dimension_id = dimension.id)
    and not exists (select from product where dimension.id = any(dimension_ids))`
