import type { Queries } from '#server/platform/db/database.ts'

/** Assigns brands to a supplier. Returns false if a brand does not exist. */
export async function setBrands(sql: Queries, supplier: number, brands: string[]) {
  const known = await sql`
    select from brand where id = any(${brands}::text[]) and (supplier_id is null or supplier_id = ${supplier})`
  if (known.count !== new Set(brands).size) return false
  await sql`
    update brand set supplier_id = case when id = any(${brands}::text[]) then ${supplier}::bigint end
    where supplier_id = ${supplier} or id = any(${brands}::text[])`
  return true
}

/** Returns how many brands changed. */
export async function setSupplierOfBrand(
  sql: Queries,
  brand: string,
  supplier: number | null,
): Promise<number> {
  const { count } = await sql`
    update brand set supplier_id = ${supplier}
    where id = ${brand} and supplier_id is distinct from ${supplier}::bigint`
  return count
}
