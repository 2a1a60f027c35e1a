import { setBrands } from '#server/modules/catalog/attributes/brand-supplier.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'

/** The language of a demo supplier, by the mailbox of its brand. */
const LANGUAGE_OF_MAILBOX: Record<string, string> = {
  versand: 'de',
  commandes: 'fr',
  orders: 'en',
  hampers: 'en',
}

/** The channel bundle names suppliers but creates none; here each brand with an email address gets a supplier. */
export async function addDemoSuppliers(sql: Queries): Promise<void> {
  const brands = await sql<{ id: string; name: string; email: string }[]>`
    select id, name, supplier_email as email from brand
    where supplier_email <> '' and supplier_id is null order by id`
  for (const { id, name, email } of brands) {
    const [mailbox = ''] = email.split('@')
    const language = LANGUAGE_OF_MAILBOX[mailbox] ?? 'nl'
    const [created] = await sql<{ id: number }[]>`
      insert into supplier (name, email, language) values (${name}, ${email}, ${language}) returning id`
    if (created) await setBrands(sql, created.id, [id])
  }
}
