import type { Queries } from '#server/platform/db/database.ts'

/** The variant's colour and size in the first language with a text; needs rows named `article` and `product`. */
export const variantIn = (sql: Queries, languages: readonly string[]) => sql`coalesce((
  select string_agg(coalesce((
      select texts ->> preferred.language
      from unnest(${languages as string[]}::text[]) with ordinality as preferred (language, priority)
      where texts ->> preferred.language <> '' order by priority limit 1), value), ', ' order by chosen.position)
  from unnest(product.dimension_ids, array[article.value_0, article.value_1]) with ordinality as chosen (dimension_id, value, position)
    left join dimension_value on dimension_value.dimension_id = chosen.dimension_id and dimension_value.id = value
  where value <> ''), '')`
