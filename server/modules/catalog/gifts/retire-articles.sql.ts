import type { Queries } from '#server/platform/db/database.ts'

/** Variants are never deleted, because carts and orders refer to them. */
export const retireArticles = (sql: Queries, skus: readonly string[]) =>
  sql`update article set retired = true where sku = any(${[...skus]})`

/** Ends the offers of these variants in every channel. */
export const endOffersOf = (sql: Queries, skus: readonly string[]) =>
  sql`update offer set active = false where sku = any(${[...skus]}) and active`
