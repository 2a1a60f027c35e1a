import type { FastifyInstance } from 'fastify'

import {
  addVatRate,
  checkVatRate,
  vatRates,
  withdrawVatRate,
} from '#contract/finance/accounting-periods.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { dayInMonths } from '#domain/vouchers/batch-validity.ts'
import { countryOf } from '#domain/addresses/countries.ts'
import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import type { VatClass } from '#domain/finance/vat.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { serveStaff } from '#server/http/staff/serve-staff-endpoint.ts'

/** No law is made further ahead: a later date is a typing error. */
const FURTHEST_MONTHS = 120

type Row = {
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
type Rate = { country: string; class: VatClass; from_date: string; bp: number }

/** A VAT rate counts as reviewed only when a colleague has confirmed it and named the source. */
export function vatRateRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, vatRates, async (_, { sql, now }) => {
    const rows = await sql<Row[]>`
      select country, class, to_char(from_date, 'YYYY-MM-DD') as from_date, vat_rate.bp, case
          when from_date > ${dayOf(now)}::date then 'comes'
          when from_date = max(from_date) filter (where from_date <= ${dayOf(now)}::date)
            over (partition by country, class) then 'holds'
          else 'past' end as state,
        (select count(*)::integer from channel where country = any(countries)) as channels,
        looked.name as checked_by, looked.at as checked_at, looked.source
      from vat_rate left join lateral (
        select name, at, source from vat_rate_review join staff on staff.id = staff_id
        where vat_rate_review.country = vat_rate.country and vat_rate_review.class = vat_rate.class
          and vat_rate_review.from_date = vat_rate.from_date and vat_rate_review.bp = vat_rate.bp
        order by vat_rate_review.id desc limit 1) looked on true
      order by not exists (select from channel where country = any(countries)), country, array_position(array['standard', 'reduced', 'zero'], class), vat_rate.from_date desc`
    return {
      items: rows.map(({ checked_by, checked_at, source, ...rate }) => ({
        ...rate,
        checked:
          checked_by === null || checked_at === null || source === null
            ? null
            : { by: checked_by, at: checked_at.toISOString(), source },
      })),
    }
  })

  serveStaff(
    app,
    backoffice,
    checkVatRate,
    async ({ source, ...rate }, { sql, now, colleague, audit }) => {
      const [known] = await sql<{ bp: number }[]>`
      select bp from vat_rate
      where country = ${rate.country} and class = ${rate.class} and from_date = ${rate.from_date} for update`
      if (!known) return refuseStaff('not-found')
      if (known.bp !== rate.bp) return refuseStaff('changed-since')
      await noteCheck(sql, rate, { source, staffId: colleague.id, at: now })
      audit({ action: 'vat-rate.checked', ...subjectOf(rate), after: { ...rate, source } })
      return { at: now.toISOString() }
    },
  )

  serveStaff(
    app,
    backoffice,
    addVatRate,
    async ({ source, ...rate }, { sql, now, colleague, audit }) => {
      if (rate.from_date < dayOf(now)) return refuseStaff('moment-past', { field: 'from_date' })
      if (rate.from_date > dayInMonths(dayOf(now), FURTHEST_MONTHS))
        return refuseStaff('rate-far', { field: 'from_date' })
      if (countryOf(rate.country) === undefined) return refuseStaff('unknown-country')
      // A parallel order has either read the old rate already or waits for the new one: nothing is sold in between.
      await sql`lock table vat_rate in access exclusive mode`
      const [before] = await sql<{ bp: number; sold: boolean }[]>`
      select bp, exists (
        select from orders join order_line on order_number = number join article using (sku)
        where placed_at >= ${rate.from_date}::date::timestamp - interval '1 day'
          and vat_day(placed_at, channel_id) >= ${rate.from_date}
          and vat_country = ${rate.country} and vat_bp = vat_rate.bp and vat_class = ${rate.class}) as sold
      from vat_rate
      where country = ${rate.country} and class = ${rate.class} and from_date = ${rate.from_date}`
      if (before?.bp === rate.bp) return refuseStaff('done-already')
      if (before?.sold) return refuseStaff('rate-sold')
      await sql`
      insert into vat_rate ${sql(rate, 'country', 'class', 'from_date', 'bp')}
      on conflict (country, class, from_date) do update set bp = excluded.bp`
      await noteCheck(sql, rate, { source, staffId: colleague.id, at: now })
      audit({
        action: 'vat-rate.added',
        ...subjectOf(rate),
        ...(before ? { before: { bp: before.bp } } : {}),
        after: { ...rate, source },
      })
      return { at: now.toISOString() }
    },
  )

  serveStaff(app, backoffice, withdrawVatRate, async (rate, { sql, now, audit }) => {
    if (rate.from_date <= dayOf(now)) return refuseStaff('moment-past')
    const [gone] = await sql<{ bp: number }[]>`
      delete from vat_rate
      where country = ${rate.country} and class = ${rate.class} and from_date = ${rate.from_date} returning bp`
    if (!gone) return refuseStaff('not-found')
    audit({ action: 'vat-rate.withdrawn', ...subjectOf(rate), before: { bp: gone.bp } })
    return {}
  })
}

const dayOf = (at: Date) => dayAt(at.getTime(), DEFAULT_ZONE)
const subjectOf = ({ country, class: of, from_date }: Omit<Rate, 'bp'>) => ({
  subjectKind: 'vat-rate',
  subjectId: `${country} ${of} ${from_date}`,
})

async function noteCheck(
  sql: Queries,
  rate: Rate,
  { source, staffId, at }: { source: string; staffId: number; at: Date },
) {
  await sql`
    insert into vat_rate_review ${sql({ ...rate, source, staff_id: staffId, at })}`
}
