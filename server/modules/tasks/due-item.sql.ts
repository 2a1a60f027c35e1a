import { CREDIT_DAYS, creditDueAtMs } from '#domain/refunds/withdrawal.ts'
import { addDays, dayAt, DEFAULT_ZONE, lastDayBefore } from '#domain/time/zone-days.ts'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { isVisibleTo } from '#server/modules/content/releases/release-response.ts'

export type DueItem = StaffResponse<'dueItems'>['items'][number]

export type DueItemQuery = {
  now: Date
  /** The requested channels; null: all. */
  channels: readonly string[] | null
  /** All channels of the caller; null: all that exist. */
  callerChannels: readonly string[] | null
  colleague: { id: number }
  /** Whether the caller sees supplier tasks. Due items do not repeat them then. */
  seesSupplierTasks: boolean
  /** The maximum number of items of each kind. */
  limit: number
}

/** Days before an item is due. Batches appear earlier, because a reminder takes time to work. */
const SOON_DAYS = 7
const BATCH_DAYS = 14
/** Older purchase orders are tasks only, so they are not listed here. */
const SUPPLIER_DAYS = 90
const DAY_MS = 86_400_000

const daysFrom = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS)
const inChannels = (
  sql: Queries,
  column: 'orders.channel_id' | 'voucher.channel_id',
  { channels }: DueItemQuery,
) => (channels === null ? sql`` : sql`and ${sql(column)} = any(${[...channels]}::text[])`)

/** Withdrawals without a refund, by the legal deadline. */
export async function dueReturns(sql: Queries, query: DueItemQuery): Promise<DueItem[]> {
  const rows = await sql<
    { order: string; channel: string; zone: string; at: Date; points: number; cents: number }[]
  >`
    select order_number as order, channel_id as channel, time_zone as zone, withdrawal.at,
      points_to_credit as points, cents_to_credit as cents
    from withdrawal join orders on orders.number = order_number join channel on channel.id = channel_id
    where orders.state <> 'cancelled' and withdrawal.at < ${daysFrom(query.now, SOON_DAYS - CREDIT_DAYS)}
      and not exists (select from credit where credit.withdrawal_number = withdrawal.number)
      ${inChannels(sql, 'orders.channel_id', query)}
    order by withdrawal.at limit ${query.limit}`
  return rows.map(({ order, channel, zone, at, points, cents }) => ({
    kind: 'return',
    id: order,
    name: order,
    channel,
    due: dayAt(creditDueAtMs(at.getTime(), zone), zone),
    at: null,
    count: 1,
    points,
    cents,
  }))
}

/** Batches with unspent vouchers that expire soon, by the last day of the first of them. */
export async function dueBatches(sql: Queries, query: DueItemQuery): Promise<DueItem[]> {
  const rows = await sql<
    {
      id: number
      name: string
      channel: string
      zone: string
      until: Date
      count: number
      points: number
    }[]
  >`
    select batch.id, coalesce(nullif(batch.note, ''), campaign.name, '') as name, batch.channel_id as channel,
      time_zone as zone, ending.until, ending.count, ending.points
    from (
      select batch_id, min(valid_until) as until, count(*)::integer as count, sum(available)::integer as points
      from voucher join voucher_balance on voucher_id = voucher.id
      where ended_at is null and blocked_at is null and available > 0 and valid_until > ${query.now}
        and valid_until < 'infinity' and valid_until < ${daysFrom(query.now, BATCH_DAYS)} ${inChannels(sql, 'voucher.channel_id', query)}
      group by batch_id order by until, batch_id limit ${query.limit}
    ) ending join voucher_batch batch on batch.id = batch_id join channel on channel.id = batch.channel_id
      left join campaign on campaign.id = batch.campaign_id
    order by ending.until, batch.id`
  return rows.map(({ id, zone, until, ...row }) => ({
    kind: 'batch',
    id: String(id),
    ...row,
    due: lastDayBefore(until.getTime(), zone),
    at: null,
    cents: 0,
  }))
}

/** Releases scheduled for the next days. */
export async function dueReleases(sql: Queries, query: DueItemQuery): Promise<DueItem[]> {
  const rows = await sql<
    { id: number; name: string; channels: string[]; at: Date; zone: string | null }[]
  >`
    select id, name, channels, from_at as at, time_zone as zone
    from release
    where ${isVisibleTo(sql, { channels: query.callerChannels, colleague: query.colleague })} and release.state = 'scheduled' and from_at < ${daysFrom(query.now, SOON_DAYS)}
      ${query.channels === null ? sql`` : sql`and channels && ${[...query.channels]}::text[]`}
    order by from_at, id limit ${query.limit}`
  return rows.map(({ id, name, channels, at, zone }) => ({
    kind: 'release',
    id: String(id),
    name,
    channel: channels.length === 1 ? (channels[0] ?? null) : null,
    due: dayAt(at.getTime(), zone ?? DEFAULT_ZONE),
    at: at.toISOString(),
    count: 1,
    points: 0,
    cents: 0,
  }))
}

/**
 * Suppliers who were reminded and have not answered, by the day on which the oldest answer was expected. Purchase orders
 * that are tasks of the caller are left out.
 */
export async function dueSuppliers(sql: Queries, query: DueItemQuery): Promise<DueItem[]> {
  const rows = await sql<
    { id: string; name: string; made_at: Date; days: number; count: number }[]
  >`
    select supplier.id::text, supplier.name, late.made_at, remind_days as days, late.count
    from supplier cross join lateral (
      select min(made_at) as made_at, count(*)::integer as count
      from purchase_order purchase join orders on orders.number = purchase.order_number
      where supplier_id = supplier.id and made_at > ${daysFrom(query.now, -SUPPLIER_DAYS)} and reminded > 0
        and exists (select from purchase_order_line line where line.number = purchase.number and line.state = 'open')
        ${query.seesSupplierTasks ? sql`and not exists (select from task where kind = 'supplier-silent' and subject = purchase.number and closed_at is null)` : sql``}
        ${inChannels(sql, 'orders.channel_id', query)}
    ) late
    where late.count > 0 order by late.made_at, supplier.id limit ${query.limit}`
  return rows.map(({ id, name, made_at, days, count }) => ({
    kind: 'supplier',
    id,
    name,
    channel: null,
    due: addDays(dayAt(made_at.getTime(), DEFAULT_ZONE), days),
    at: null,
    count,
    points: 0,
    cents: 0,
  }))
}
