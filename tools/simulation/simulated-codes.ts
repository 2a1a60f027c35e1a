import { digitalCodeVault } from '#server/modules/fulfilment/digital/digital-item.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'

const ROWS_AT_ONCE = 2000
/** No issuer uses codes like these, so they are worth nothing. */
const nameOf = (place: number) => `SIMULATION-${String(place).padStart(6, '0')}`

/**
 * Creates as many simulated codes as the shop has left of each digital gift, so that a simulation shows when they run
 * out and no real code leaves the shop.
 */
export async function generateCodes(
  source: Queries,
  copy: Queries,
  peppers: string,
): Promise<void> {
  const vault = digitalCodeVault(peppers)
  const amounts = await source<{ sku: string; free: number }[]>`
    select sku, count(*)::integer as free from digital_code where state = 'free' group by sku order by sku`
  const articles = await copy<{ sku: string }[]>`select sku from article`
  const copied = new Set(articles.map(({ sku }) => sku))
  let place = 0
  for (const { sku, free } of amounts.filter((amount) => copied.has(amount.sku))) {
    const [codeImport] = await copy<{ id: number }[]>`
      insert into code_import (sku, at, added, refused) values (${sku}, now(), ${free}, 0) returning id`
    if (!codeImport) throw new Error('upload of the sample codes refused')
    for (let first = 0; first < free; first += ROWS_AT_ONCE) {
      const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, free - first) }, () => {
        place += 1
        const code = { code: nameOf(place), pin: '' }
        return {
          sku,
          import_id: codeImport.id,
          pepper_id: vault.pepperId,
          sealed: vault.seal(sku, code),
          mark: vault.mark(code),
          exact: vault.exact(code),
        }
      })
      await copy`insert into digital_code ${copy(rows)}`
    }
  }
}
