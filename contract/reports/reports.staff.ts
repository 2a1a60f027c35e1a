import { z } from 'zod'

import { giftCode } from '#contract/catalog/gifts.staff.ts'
import { inOrder, reportPeriod, wrongPeriod } from '#contract/reports/report-period.ts'
import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { listAnswer, listInput } from '#contract/shared/list-input.ts'

/** Each figure, and what its number counts. */
export const METRICS = {
  /** Vouchers, by the day their batch was made. */
  made: 'pieces',
  /** Points given, less points that colleagues took back. */
  granted: 'points',
  /** Vouchers, by the day of their activation. */
  claimed: 'pieces',
  /** Vouchers that were valid on a day of the period, by the day their batch was made. */
  usable: 'pieces',
  /** The part of `usable` that was activated by the end of the period, by the day of activation. */
  activated: 'pieces',
  orders: 'pieces',
  spent: 'points',
  /** Paid by card beside the points. */
  paid: 'cents',
  gifts: 'pieces',
  'points-back': 'points',
  'euros-back': 'cents',
  /**
   * Balances at the start of the period. Plus granted and refunded points, minus spent and ended points, equals
   * `left`.
   */
  before: 'points',
  /** Expired with their voucher, undone with their batch, or erased; less points restored by a later expiry date. */
  ended: 'points',
  /** In balances when the period ends, also what a payment under way has set aside; now, where it ends today. */
  left: 'points',
  /** The part of `left` on vouchers that are blocked now. */
  blocked: 'points',
  questions: 'pieces',
  /** What needed a person. */
  cases: 'pieces',
} as const satisfies Record<string, 'pieces' | 'points' | 'cents'>
export type MetricName = keyof typeof METRICS
export const METRIC_NAMES = Object.keys(METRICS) as [MetricName, ...MetricName[]]

/** Known without adding up the rows of a period: an overview compares them. */
const COMPARED = ['usable', 'activated'] as const
export type SummedMetric = Exclude<MetricName, (typeof COMPARED)[number]>
export const SUMMED_METRICS = METRIC_NAMES.filter(
  (name): name is SummedMetric => !COMPARED.some((one) => one === name),
)

const id = z.string().regex(/^\d{1,15}$/)

/** The progress of vouchers activated in the period. Each step is a subset of the previous step. */
export const FUNNEL = ['claimed', 'filled', 'addressed', 'ordered', 'all-spent'] as const

const Sums = z.object(
  Object.fromEntries(SUMMED_METRICS.map((name) => [name, z.int()])) as Record<
    SummedMetric,
    z.ZodInt
  >,
)

export const reportMetrics = staffEndpoint('reportMetrics', {
  summary: 'Get the key figures of a period',
  description: 'Each figure is the sum of the rows that metricRows lists.',
  input: z
    .object({ ...reportPeriod, as: z.enum(['json', 'csv']).default('json') })
    .refine(inOrder, wrongPeriod),
  answer: z.object({
    sums: Sums,
    /** All days of the period, including days without orders. */
    days: z.array(z.object({ day: z.iso.date(), orders: z.int(), spent: z.int(), paid: z.int() })),
    /** Orders by the hour of the day, from midnight. */
    hours: z.array(z.int()).length(24),
    /** Gifts by their first category; null: no category. */
    categories: z.array(z.object({ id: z.string().nullable(), name: z.string(), gifts: z.int() })),
    funnel: z.array(z.object({ step: z.enum(FUNNEL), count: z.int() })),
    /** null: the channels keep several. */
    time_zone: z.string().nullable(),
  }),
  refusals: {},
})

/** Figures whose rows are orders. */
export const ORDER_FIGURES: readonly MetricName[] = ['orders', 'spent', 'paid']

export const metricRows = staffEndpoint('metricRows', {
  summary: 'List the rows behind a key figure, newest first, with their sum',
  input: z
    .object({
      metric: z.enum(METRIC_NAMES),
      ...listInput(['at']),
      ...reportPeriod,
      /** Orders that were placed within this hour of the day. */
      hour: z.coerce.number().int().min(0).max(23).optional(),
      /** Gifts of this category; '-': of none. */
      category: z
        .string()
        .regex(/^(-|[a-z0-9][a-z0-9-]{0,79})$/)
        .optional(),
      /** Units of this gift. */
      gift: giftCode.optional(),
      /** Of vouchers of this employer; '-': of none. */
      employer: z
        .string()
        .regex(/^(-|\d{1,15})$/)
        .optional(),
      /** Activations of this batch or campaign. */
      batch: id.optional(),
      campaign: id.optional(),
      /** Vouchers that came at least so far. */
      step: z.enum(FUNNEL).optional(),
    })
    .refine(inOrder, wrongPeriod),
  answer: listAnswer(
    z.object({
      id: z.string(),
      at: z.iso.datetime(),
      channel: z.string().nullable(),
      value: z.int(),
      /** What it is about, and where it is found in the back office. */
      about: z.enum(['order', 'voucher', 'case', 'payment']),
      subject: z.string(),
      /** Last three of a code, name of a gift, kind of a case. */
      name: z.string(),
      /** Of a row of ORDER_FIGURES: the recipient, masked if the reader lacks permission, and how it was paid. */
      order: z.object({ person: z.string(), points_paid: z.int(), cents_paid: z.int() }).nullable(),
    }),
  ).extend({ sum: z.int() }),
  refusals: {},
})
