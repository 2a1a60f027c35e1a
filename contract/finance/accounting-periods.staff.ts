import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { VAT_CLASSES } from '#domain/finance/vat-amounts.ts'
import { typedDay } from '#contract/shared/date-input.ts'

const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)
const at = z.iso.datetime()
const country = z.string().regex(/^[A-Z]{2}$/)
const bp = z.int().min(0).max(5000)

const Sums = z.object({
  paid: z.int(),
  orders: z.int(),
  stray: z.int(),
  refunded: z.int(),
  charged_back: z.int(),
  difference: z.int(),
  vat_cents: z.int(),
  vat_back: z.int(),
})

export const accountingMonths = staffEndpoint('accountingMonths', {
  summary: 'List accounting periods, newest first',
  description: 'Closed months as they were reported, open months as of now.',
  input: z.object({}),
  answer: z.object({
    items: z.array(
      z.object({
        month,
        /** null while it is open. */
        closed_at: at.nullable(),
        closed_by: z.string().nullable(),
        /** The sums of the month's own days: as reported for a closed month, so far for an open one. */
        sums: Sums,
        /** The number of corrections of earlier months that are reported in this month. */
        corrections: z.int(),
      }),
    ),
  }),
  refusals: {},
})

const MoneyRow = z.object({
  of_month: month,
  provider: z.string(),
  channel: z.string(),
  paid: z.int(),
  orders: z.int(),
  stray: z.int(),
  refunded: z.int(),
  charged_back: z.int(),
  difference: z.int(),
})
const VatRow = z.object({
  of_month: month,
  channel: z.string(),
  country: z.string(),
  bp: z.int(),
  cents: z.int(),
  vat_cents: z.int(),
  cents_back: z.int(),
  vat_back: z.int(),
})

export const accountingMonth = staffEndpoint('accountingMonth', {
  summary: 'Get the report of an accounting period',
  description: 'Corrections of earlier months are listed separately.',
  input: z.object({ month, as: z.enum(['json', 'csv']).default('json') }),
  answer: z.object({
    month,
    closed_at: at.nullable(),
    closed_by: z.string().nullable(),
    note: z.string(),
    /** Why it cannot be closed yet; null if it can be closed or is closed. */
    waits: z.enum(['not-over', 'earlier-open', 'before-first']).nullable(),
    /** A hash of the figures that the user saw. Only these figures can be closed. */
    seen: z.string(),
    money: z.array(MoneyRow),
    vat: z.array(VatRow),
    /** Rates used in the month that are not checked yet. */
    unchecked: z.array(z.object({ country: z.string(), bp: z.int() })),
  }),
  refusals: {},
})

export const closeAccountingMonth = staffEndpoint('closeAccountingMonth', {
  summary: 'Close an accounting period',
  description: 'A closed period cannot be opened again.',
  input: z.object({
    month,
    seen: z.string().max(64),
    note: z.string().trim().max(500).default(''),
  }),
  answer: z.object({ month, seal: z.string() }),
  refusals: {
    'done-already': 409,
    'changed-since': 409,
    'no-longer-possible': 409,
    'month-waits': 409,
    /** A month with a difference needs a note to close. */
    'needs-note': 409,
  },
})

const VatRate = z.object({
  country: z.string(),
  class: z.enum(VAT_CLASSES),
  from_date: z.iso.date(),
  bp: z.int(),
  /** 'holds': in force today. 'comes': in force later. 'past': replaced. */
  state: z.enum(['holds', 'comes', 'past']),
  /** Channels that deliver there. */
  channels: z.int(),
  /** null: not checked yet. */
  checked: z.object({ by: z.string(), at, source: z.string() }).nullable(),
})

export const vatRates = staffEndpoint('vatRates', {
  summary: 'List VAT rates by country and class, with their dates, reviewers and sources',
  input: z.object({}),
  answer: z.object({ items: z.array(VatRate) }),
  refusals: {},
})

export const checkVatRate = staffEndpoint('checkVatRate', {
  summary: 'Confirm that a VAT rate was reviewed and is correct',
  description: 'Send the source of the rate.',
  input: z.object({
    country,
    class: z.enum(VAT_CLASSES),
    from_date: typedDay,
    /** The rate that the user saw. */
    bp,
    source: z.string().trim().min(1).max(500),
  }),
  answer: z.object({ at }),
  refusals: { 'changed-since': 409 },
})

export const addVatRate = staffEndpoint('addVatRate', {
  summary: 'Add a VAT rate that applies from a given day, today at the earliest',
  description: 'Earlier orders keep their rate.',
  input: z
    .object({
      country,
      class: z.enum(VAT_CLASSES),
      from_date: typedDay,
      bp,
      source: z.string().trim().min(1).max(500),
    })
    .refine((rate) => (rate.class === 'zero') === (rate.bp === 0), {
      path: ['bp'],
      message: 'must be 0 for the class zero, and only for it',
    }),
  answer: z.object({ at }),
  refusals: {
    'moment-past': 409,
    'rate-far': 400,
    'done-already': 409,
    'unknown-country': 409,
    'rate-sold': 409,
  },
})

export const withdrawVatRate = staffEndpoint('withdrawVatRate', {
  summary: 'Delete a VAT rate that is not in force yet',
  input: z.object({ country, class: z.enum(VAT_CLASSES), from_date: typedDay }),
  answer: z.object({}),
  refusals: { 'moment-past': 409 },
})

export const settlements = staffEndpoint('settlements', {
  summary: 'List the payouts of the payment provider, newest first, with the payments they contain',
  input: z.object({}),
  answer: z.object({
    /** Whether settlements are fetched: not every provider or account allows it. */
    read: z.boolean(),
    items: z.array(
      z.object({
        id: z.string(),
        provider: z.string(),
        reference: z.string(),
        paid_at: at,
        cents: z.int(),
        costs_cents: z.int(),
        payments: z.int(),
        refunds: z.int(),
        chargebacks: z.int(),
        /** Zero, or the payments need a check. */
        difference: z.int(),
      }),
    ),
  }),
  refusals: {},
})
