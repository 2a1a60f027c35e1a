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
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import {
  listVatRates,
  lockVatRate,
  lockVatRates,
  findRateInUse,
  saveVatRate,
  deleteVatRate,
  type Rate,
  insertRateReview,
} from '#server/modules/finance/vat-rate.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** A later start date must be a typing error: no rate is decided that early. */
const MAX_MONTHS_AHEAD = 120

/** A VAT rate counts as reviewed only when a colleague has confirmed it and named the source. */
export function vatRateRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, vatRates, handleVatRates)

  serveStaff(app, backoffice, checkVatRate, handleCheckVatRate)

  serveStaff(app, backoffice, addVatRate, handleAddVatRate)

  serveStaff(app, backoffice, withdrawVatRate, handleWithdrawVatRate)
}

async function handleVatRates(_: ParsedInput<typeof vatRates>, { sql, now }: SignedIn) {
  const rows = await listVatRates(sql, dayOf(now))
  return {
    items: rows.map(({ checked_by, checked_at, source, ...rate }) => ({
      ...rate,
      checked:
        checked_by === null || checked_at === null || source === null
          ? null
          : { by: checked_by, at: checked_at.toISOString(), source },
    })),
  }
}

async function handleCheckVatRate(
  { source, ...rate }: ParsedInput<typeof checkVatRate>,
  { sql, now, colleague, audit }: SignedIn,
) {
  const known = await lockVatRate(sql, {
    country: rate.country,
    rateClass: rate.class,
    fromDate: rate.from_date,
  })
  if (!known) return refuseStaff('not-found')
  if (known.bp !== rate.bp) return refuseStaff('changed-since')
  await insertRateReview(sql, rate, { source, staffId: colleague.id, at: now })
  audit({ action: 'vat-rate.checked', ...subjectOf(rate), after: { ...rate, source } })
  return { at: now.toISOString() }
}

async function handleAddVatRate(
  { source, ...rate }: ParsedInput<typeof addVatRate>,
  { sql, now, colleague, audit }: SignedIn,
) {
  if (rate.from_date < dayOf(now)) return refuseStaff('moment-past', { field: 'from_date' })
  if (rate.from_date > dayInMonths(dayOf(now), MAX_MONTHS_AHEAD))
    return refuseStaff('rate-far', { field: 'from_date' })
  if (countryOf(rate.country) === undefined) return refuseStaff('unknown-country')
  // A parallel order has either read the old rate already or waits for the new one: nothing is sold in between.
  await lockVatRates(sql)
  const before = await findRateInUse(sql, {
    fromDate: rate.from_date,
    country: rate.country,
    rateClass: rate.class,
  })
  if (before?.bp === rate.bp) return refuseStaff('done-already')
  if (before?.sold) return refuseStaff('rate-sold')
  await saveVatRate(sql, rate)
  await insertRateReview(sql, rate, { source, staffId: colleague.id, at: now })
  audit({
    action: 'vat-rate.added',
    ...subjectOf(rate),
    ...(before ? { before: { bp: before.bp } } : {}),
    after: { ...rate, source },
  })
  return { at: now.toISOString() }
}

async function handleWithdrawVatRate(
  rate: ParsedInput<typeof withdrawVatRate>,
  { sql, now, audit }: SignedIn,
) {
  if (rate.from_date <= dayOf(now)) return refuseStaff('moment-past')
  const deleted = await deleteVatRate(sql, {
    country: rate.country,
    rateClass: rate.class,
    fromDate: rate.from_date,
  })
  if (!deleted) return refuseStaff('not-found')
  audit({ action: 'vat-rate.withdrawn', ...subjectOf(rate), before: { bp: deleted.bp } })
  return {}
}

const dayOf = (at: Date) => dayAt(at.getTime(), DEFAULT_ZONE)
const subjectOf = ({ country, class: rateClass, from_date }: Omit<Rate, 'bp'>) => ({
  subjectKind: 'vat-rate',
  subjectId: `${country} ${rateClass} ${from_date}`,
})
