import type { Transaction } from '#server/platform/db/database.ts'

import type { ChannelBundle } from '#server/modules/channels/bundle/channel-bundle.ts'
import { type FolderProblem, problemAt } from '#server/platform/parsing/file-errors.ts'
import { setSupplierOfBrand } from '#server/modules/catalog/attributes/brand-supplier.sql.ts'

/**
 * Sets the supplier of each brand. A bundle refers to existing suppliers by email address and creates none, because no
 * order may go to an unknown supplier. A brand without this field keeps its supplier.
 */
export async function writeSuppliers(sql: Transaction, { brands }: ChannelBundle) {
  const warnings: FolderProblem[] = []
  let changed = 0
  for (const [id, { value, place }] of brands ?? []) {
    const { supplier } = value
    if (supplier === undefined) continue
    const [existing] =
      supplier === ''
        ? []
        : await sql<{ id: number }[]>`
            select id from supplier where lower(email) = lower(${supplier})
            order by id = (select supplier_id from brand where id = ${id}) desc nulls last, id limit 1`
    if (!existing && supplier !== '') {
      const message = `this shop has no supplier with this address: add it in the back office, then import again; the brand '${id}' keeps the one it has`
      warnings.push(problemAt(place(['supplier']), message))
      continue
    }
    changed += await setSupplierOfBrand(sql, id, existing?.id ?? null)
  }
  return { changed, warnings }
}
