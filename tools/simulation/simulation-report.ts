import type { SimulationReport } from '#contract/reports/simulation-report.ts'
import { allLanguages } from '#domain/language.ts'
import { variantIn } from '#server/modules/catalog/variant-label.sql.ts'
import type { Queries, Sql } from '#server/platform/db/database.ts'
import { checkBooks } from '#tools/check/check.ts'
import { findRepeats } from '#tools/simulation/simulation-mailbox.ts'

/** The parts of the report that the database can answer. */
type DatabaseMetrics = Omit<
  SimulationReport,
  | 'channel'
  | 'seed'
  | 'first_day'
  | 'last_day'
  | 'end_day'
  | 'turned_away'
  | 'outside'
  | 'outages'
  | 'kills'
>

/** What the simulation has counted itself. */
export type SimulationCounts = {
  channel: string
  language: string
  /** The first day without stock, by SKU. */
  soldOutOn: ReadonlyMap<string, string>
  /** How often a gift was wanted but sold out, by channel and SKU. */
  missed: ReadonlyMap<string, number>
  /** By SKU. */
  initialStock: ReadonlyMap<string, number>
  /** The PIDs of killed processes. */
  killed: readonly number[]
  /** The number of holders who left without ordering. */
  left: number
}

/** Counts everything in the simulated copy of the shop, after all its work is done. */
export async function metricsFrom(sql: Sql, counts: SimulationCounts): Promise<DatabaseMetrics> {
  const { channel, killed, left } = counts
  const [holders, orders, money, gifts, mails, parcels, waiting, repeats, { findings }] =
    await Promise.all([
      holdersIn(sql),
      ordersIn(sql),
      moneyIn(sql),
      giftsIn(sql, counts),
      mailsIn(sql),
      parcelsIn(sql),
      waitingIn(sql),
      findRepeats(sql, killed),
      checkBooks(sql),
    ])
  return {
    holders: { ...holders, left },
    orders,
    ...money,
    gifts: gifts.map(({ sku, ...gift }) => ({
      sku,
      ...gift,
      stock: counts.initialStock.get(sku) ?? null,
      sold_out_on: counts.soldOutOn.get(sku) ?? null,
      missed: counts.missed.get(`${channel}-${sku}`) ?? 0,
    })),
    mails,
    mails_repeated: repeats.repeated,
    mails_twice: repeats.twice,
    parcels,
    waiting,
    findings: findings.map(({ code, subject, message }) => ({ code, subject, message })),
  }
}

async function holdersIn(sql: Queries) {
  const [row] = await sql<{ invited: number; came: number; ordered: number }[]>`
    select (select count(*)::integer from voucher) as invited,
      (select count(distinct voucher_id)::integer from cart) as came,
      (select count(distinct voucher_id)::integer from orders where state <> 'cancelled') as ordered`
  return row ?? { invited: 0, came: 0, ordered: 0 }
}

/**
 * An order is complete when everything that was not refunded has arrived. Otherwise it needs an open task with an
 * owner. Without one the order counts as lost, because no person would see it.
 */
export async function ordersIn(sql: Queries): Promise<SimulationReport['orders']> {
  const [row] = await sql<SimulationReport['orders'][]>`
    with classified as (
      select number, case
        when state = 'delivered' then 'delivered'
        when state = 'cancelled' then 'credited'
        when exists (select from task where order_number = number and closed_at is null
          and owner_id is not null and reason <> '') then 'waiting'
        -- All orders that wait for codes of a variant share one task. It has no reason of its own, only a kind.
        when exists (select from digital_item where order_number = number and state = 'waiting')
          and not exists (
            select from order_line line
            where line.order_number = number and line.state not in ('delivered', 'cancelled')
              and not exists (
                select from digital_item item join task on task.kind = 'codes-out' and subject = item.sku
                where item.order_number = number and item.line = line.line
                  and item.state = 'waiting' and item.kind = 'code'
                  and closed_at is null and owner_id is not null)) then 'waiting'
        else 'lost' end as result
      from orders
    )
    select count(*)::integer as placed,
      count(*) filter (where result = 'delivered')::integer as delivered,
      count(*) filter (where result = 'credited')::integer as credited,
      count(*) filter (where result = 'waiting')::integer as waiting,
      coalesce(array_agg(number order by number) filter (where result = 'lost'), '{}') as lost
    from classified`
  return row ?? { placed: 0, delivered: 0, credited: 0, waiting: 0, lost: [] }
}

async function moneyIn(sql: Queries): Promise<Pick<SimulationReport, 'points' | 'cents'>> {
  const [row] = await sql<(SimulationReport['points'] & { paid: number; cents_back: number })[]>`
    select
      coalesce(sum(points) filter (where kind = 'grant'), 0)::integer
        - coalesce(sum(points) filter (where kind = 'take'), 0)::integer as given,
      coalesce(sum(points) filter (where kind = 'capture'), 0)::integer as spent,
      coalesce(sum(points) filter (where kind = 'refund'), 0)::integer as back,
      coalesce(sum(points) filter (where kind = 'expire'), 0)::integer as expired,
      (select coalesce(sum(available), 0)::integer from voucher_balance) as left,
      (select coalesce(sum(cents_paid), 0)::integer from orders) as paid,
      (select coalesce(sum(cents), 0)::integer from refund where state = 'refunded') as cents_back
    from ledger`
  const {
    paid = 0,
    cents_back = 0,
    given = 0,
    spent = 0,
    back = 0,
    expired = 0,
    left = 0,
  } = row ?? {}
  return { points: { given, spent, back, expired, left }, cents: { paid, back: cents_back } }
}

type GiftRow = Omit<SimulationReport['gifts'][number], 'stock' | 'sold_out_on' | 'missed'>

async function giftsIn(sql: Queries, { channel, language }: SimulationCounts): Promise<GiftRow[]> {
  return sql<GiftRow[]>`
    select offer.sku, offer.points, delivery_condition as delivery,
      coalesce((select name from product_text
        where product_text.product_id = product.id and name is not null
        order by language = ${language} desc, channel_id = ${channel} desc, language limit 1), product.id) as name,
      ${variantIn(sql, [language, ...allLanguages])} as variant,
      coalesce(sold.pieces, 0)::integer as sold,
      coalesce(stock.on_hand, codes.free) as left
    from offer join article using (sku) join product on product.id = product_id left join stock using (sku)
      left join (
        select sku, sum(quantity) as pieces from order_line join orders on orders.number = order_number
        where orders.state <> 'cancelled' group by sku) sold using (sku)
      left join (
        select sku, count(*) filter (where state = 'free')::integer as free from digital_code group by sku) codes using (sku)
    where offer.channel_id = ${channel}
    order by sold.pieces desc nulls last, offer.sku`
}

async function mailsIn(sql: Queries): Promise<SimulationReport['mails']> {
  return sql<SimulationReport['mails']>`
    select template, count(*) filter (where state = 'sent')::integer as sent,
      count(*) filter (where state = 'refused')::integer as refused,
      count(*) filter (where state not in ('sent', 'refused', 'replaced'))::integer as waiting
    from mail group by template
    union all
    select 'voucher-invitation', count(*) filter (where mail_state = 'sent')::integer,
      count(*) filter (where mail_state = 'bounced')::integer,
      count(*) filter (where mail_state = 'waiting')::integer from recipient
    order by template`
}

async function parcelsIn(sql: Queries): Promise<SimulationReport['parcels']> {
  return sql<SimulationReport['parcels']>`
    select state, count(*)::integer as parcels from parcel group by state order by state`
}

async function waitingIn(sql: Queries): Promise<SimulationReport['waiting']> {
  return sql<SimulationReport['waiting']>`
    select kind, case when reason = '' then cause else reason end as reason, staff.name as owner,
      count(*)::integer as cases
    from task left join staff on staff.id = owner_id
    where closed_at is null group by 1, 2, 3 order by cases desc, kind, 2`
}
