import { addDays, dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { fetchSettlements } from '#server/modules/payments/fetch-settlements.ts'
import type { StaffWork } from '#tools/demo-making/office-entry.ts'
import { momentOf } from '#tools/demo-making/history-plan.ts'
import type { PlayedShop } from '#tools/demo-making/played-shop.ts'
import type { SettlementItem } from '#server/platform/services/service-ports.ts'

/** What the provider charges for a payment, VAT included. */
const FEE_CENTS = 39
const WEEK_DAYS = 7

/** The provider pays out card payments once a week. */
export function payoutEntries(played: PlayedShop, days: number): StaffWork[] {
  const entries: StaffWork[] = []
  for (let ago = days - (days % WEEK_DAYS) + 1; ago > 0; ago -= WEEK_DAYS)
    entries.push({ ago, time: '06:30', run: () => payOut(played) })
  return entries
}

async function payOut({ shop, time }: PlayedShop) {
  const day = dayAt(time.now, DEFAULT_ZONE)
  const items = await unpaidItems(shop.sql, new Date(momentOf(addDays(day, -1), '00:00')))
  if (items.length === 0) return
  const costsCents = FEE_CENTS * items.filter(({ kind }) => kind === 'payment').length
  const gross = items.reduce((sum, { cents }) => sum + cents, 0)
  const settlement = {
    id: `stl_${day.replaceAll('-', '')}`,
    reference: `GIFTPOINT.${day.slice(2, 7).replace('-', '')}.${day.slice(8)}`,
    cents: gross - costsCents,
    costsCents,
    paidAt: new Date(time.now),
    items: async () => items,
  }
  const settlements = {
    provider: 'sandbox' as const,
    async *newest() {
      yield settlement
    },
  }
  const ports = { ...shop.ports, payments: { ...shop.ports.payments, settlements } }
  await fetchSettlements({ sql: shop.sql, ports, log: shop.log })
}

/** Payments, refunds and chargebacks that no payout contains yet. */
const unpaidItems = (sql: PlayedShop['shop']['sql'], before: Date) => sql<SettlementItem[]>`
  select kind, id, payment_id as "paymentId", cents::integer from (
    select 'payment' as kind, id, id as payment_id, cents, created_at from sandbox_payment where state = 'paid'
    union all
    select 'refund', id, payment_id, -cents, created_at from sandbox_refund where state = 'refunded'
    union all
    select 'chargeback', id, payment_id, -cents, created_at from sandbox_chargeback
  ) item
  where created_at < ${before} and not exists (
    select from settlement_item known where known.kind = item.kind and known.id = item.id)
  order by created_at, id`
