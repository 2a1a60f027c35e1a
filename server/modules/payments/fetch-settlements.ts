import type { Shop } from '#server/http/endpoint/shop.ts'

const ITEMS_PER_INSERT = 1000
/** After a month of known settlements in a row, older ones are known as well. */
const MAX_KNOWN_IN_A_ROW = 31

/**
 * Fetches new settlements. Each is saved with its items in one transaction, so a run after a crash continues there.
 * Returns how many are new.
 */
export async function fetchSettlements({
  sql,
  ports,
  log,
}: Pick<Shop, 'sql' | 'ports' | 'log'>): Promise<number> {
  const port = ports.payments.settlements
  if (!port) return 0
  let added = 0
  let knownInARow = 0
  for await (const settlement of port.newest()) {
    const { id, reference, cents, costsCents, paidAt } = settlement
    const [known] = await sql`select from settlement where id = ${id}`
    // Newest first. An interrupted run leaves a gap behind newer ones, so a single known settlement is not the end.
    if (known) {
      knownInARow += 1
      if (knownInARow > MAX_KNOWN_IN_A_ROW) break
      continue
    }
    knownInARow = 0
    const items = (await settlement.items()).map((item) => ({
      settlement_id: id,
      kind: item.kind,
      id: item.id,
      payment_id: item.paymentId,
      cents: item.cents,
    }))
    await sql.begin(async (sql) => {
      const inserted = await sql`
        insert into settlement (id, provider, reference, cents, costs_cents, paid_at, fetched_at)
        values (${id}, ${port.provider}, ${reference}, ${cents}, ${costsCents}, ${paidAt}, ${ports.clock.now()})
        on conflict do nothing`
      if (inserted.count === 0) return
      for (let first = 0; first < items.length; first += ITEMS_PER_INSERT)
        await sql`insert into settlement_item ${sql(items.slice(first, first + ITEMS_PER_INSERT))}`
      added += 1
    })
  }
  if (added > 0) log.info({ settlements: added }, 'settlements recorded')
  return added
}
