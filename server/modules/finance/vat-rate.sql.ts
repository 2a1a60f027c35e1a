import type { Queries } from '#server/platform/db/database.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { VAT_CLASSES, type VatClass } from '#domain/finance/vat-amounts.ts'

type VatRateRow = {
  country: string
  class: VatClass
  from_date: string
  bp: number
  state: 'holds' | 'comes' | 'past'
  channels: number
  checked_by: string | null
  checked_at: Date | null
  source: string | null
}

export type Rate = { country: string; class: VatClass; from_date: string; bp: number }

export async function insertRateReview(
  sql: Queries,
  rate: Rate,
  { source, staffId, at }: { source: string; staffId: number; at: Date },
) {
  await sql`
    insert into vat_rate_review ${sql({ ...rate, source, staff_id: staffId, at })}`
}

export const listVatRates = (sql: Queries, fromDate: string) => sql<VatRateRow[]>`
  select country, class, to_char(from_date, 'YYYY-MM-DD') as from_date, vat_rate.bp, case
      when from_date > ${fromDate}::date then 'comes'
      when from_date = max(from_date) filter (where from_date <= ${fromDate}::date)
        over (partition by country, class) then 'holds'
      else 'past' end as state,
    (select count(*)::integer from channel where country = any(countries) and channel.id <> ${SHARED_CHANNEL}) as channels,
    review.name as checked_by, review.at as checked_at, review.source
  from vat_rate left join lateral (
    select name, at, source from vat_rate_review join staff on staff.id = staff_id
    where vat_rate_review.country = vat_rate.country and vat_rate_review.class = vat_rate.class
      and vat_rate_review.from_date = vat_rate.from_date and vat_rate_review.bp = vat_rate.bp
    order by vat_rate_review.id desc limit 1) review on true
  order by not exists (select from channel where country = any(countries) and channel.id <> ${SHARED_CHANNEL}), country, array_position(${[...VAT_CLASSES]}::text[], class), vat_rate.from_date desc`

export async function lockVatRate(
  sql: Queries,
  { country, rateClass, fromDate }: { country: string; rateClass: VatClass; fromDate: string },
) {
  const [row] = await sql<{ bp: number }[]>`
    select bp from vat_rate
    where country = ${country} and class = ${rateClass} and from_date = ${fromDate} for update`
  return row
}

export const lockVatRates = (sql: Queries) => sql`lock table vat_rate in access exclusive mode`

export async function findRateInUse(
  sql: Queries,
  { fromDate, country, rateClass }: { fromDate: string; country: string; rateClass: VatClass },
) {
  const [row] = await sql<{ bp: number; sold: boolean }[]>`
    select bp, exists (
      select from orders join order_line on order_number = number join article using (sku)
      where placed_at >= ${fromDate}::date::timestamp - interval '1 day'
        and vat_day(placed_at, channel_id) >= ${fromDate}
        and vat_country = ${country} and vat_bp = vat_rate.bp and vat_class = ${rateClass}) as sold
    from vat_rate
    where country = ${country} and class = ${rateClass} and from_date = ${fromDate}`
  return row
}

export const saveVatRate = (
  sql: Queries,
  rate: { country: string; class: VatClass; from_date: string; bp: number },
) => sql`
  insert into vat_rate ${sql(rate, 'country', 'class', 'from_date', 'bp')}
  on conflict (country, class, from_date) do update set bp = excluded.bp`

export async function deleteVatRate(
  sql: Queries,
  { country, rateClass, fromDate }: { country: string; rateClass: VatClass; fromDate: string },
) {
  const [row] = await sql<{ bp: number }[]>`
    delete from vat_rate
    where country = ${country} and class = ${rateClass} and from_date = ${fromDate} returning bp`
  return row
}
