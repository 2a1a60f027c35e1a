import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { listAnswer, listInput } from '#contract/shared/list-input.ts'
import { typedDay } from '#contract/shared/date-input.ts'

const channel = z
  .string()
  .regex(/^\d{1,10}$/)
  .optional()

export const dailyPayments = staffEndpoint('dailyPayments', {
  summary: 'Get the payments of a day by provider and channel',
  description: 'Includes their state, refunds and VAT.',
  input: z.object({ day: typedDay, channel }),
  answer: z.object({
    items: z.array(
      z.object({
        provider: z.string(),
        channel: z.string(),
        paid: z.int(),
        orders: z.int(),
        stray: z.int(),
        refunded: z.int(),
        charged_back: z.int(),
        /** Received money minus recorded money. Zero, or the payments need a check. */
        difference: z.int(),
      }),
    ),
    differing: z.array(
      z.object({
        channel: z.string(),
        payment: z.uuid().nullable(),
        order: z.string().nullable(),
        paid: z.int().nullable(),
        ordered: z.int().nullable(),
      }),
    ),
    vat: z.array(
      z.object({
        channel: z.string(),
        country: z.string(),
        bp: z.int(),
        cents: z.int(),
        vat_cents: z.int(),
        cents_back: z.int(),
        vat_back: z.int(),
      }),
    ),
  }),
  refusals: {},
})

const monthName = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)

export const monthlyPayments = staffEndpoint('monthlyPayments', {
  summary: 'Get the payments and VAT of a month by day',
  description: 'Covers days up to today. Each day is the sum of `dailyPayments`.',
  input: z.object({ month: monthName, channel }),
  answer: z.object({
    month: monthName,
    /** null while it is open. */
    closed_at: z.iso.datetime().nullable(),
    days: z.array(
      z.object({
        day: z.iso.date(),
        paid: z.int(),
        orders: z.int(),
        stray: z.int(),
        refunded: z.int(),
        charged_back: z.int(),
        difference: z.int(),
        vat_cents: z.int(),
        vat_back: z.int(),
      }),
    ),
  }),
  refusals: {},
})

/** The figures of the payment pages. */
export const PAYMENT_METRICS = [
  'paid',
  'orders',
  'stray',
  'refunded',
  'charged-back',
  'turnover',
  'vat',
  'turnover-back',
  'vat-back',
] as const
export type PaymentMetric = (typeof PAYMENT_METRICS)[number]

const MAX_DAYS = 366
const DAY_MS = 86_400_000

export const paymentRows = staffEndpoint('paymentRows', {
  summary: 'List the rows behind a figure of the payments report, newest first, with their sum',
  input: z
    .object({
      metric: z.enum(PAYMENT_METRICS),
      ...listInput(['at']),
      from: typedDay,
      to: typedDay,
      channel,
      provider: z.string().max(40).optional(),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .optional(),
      bp: z.coerce.number().int().min(0).max(5000).optional(),
    })
    .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < MAX_DAYS * DAY_MS, {
      error: 'ends before it begins, or is longer than a year',
      path: ['to'],
    }),
  answer: listAnswer(
    z.object({
      id: z.string(),
      at: z.iso.datetime(),
      channel: z.string(),
      provider: z.string(),
      cents: z.int(),
      /** The page of the back office that shows it. */
      about: z.enum(['order', 'case', 'voucher']),
      subject: z.string(),
      /** The provider’s id of the payment. */
      payment: z.string(),
    }),
  ).extend({ sum: z.int() }),
  refusals: {},
})
