import { z } from 'zod'

import { giftCode } from '#contract/catalog/gifts.staff.ts'
import { isValidPeriod, reportPeriod, PERIOD_ERROR } from '#contract/reports/report-period.ts'
import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { listAnswer, listInput } from '#contract/shared/list-input.ts'

/** Each figure with its unit. 'pieces' is a number of things. */
export const METRICS = {
  /** Vouchers, by the day on which their batch was created. */
  made: 'pieces',
  /** Points granted, less points that colleagues withdrew. */
  granted: 'points',
  /** Vouchers, by the day of their activation. */
  claimed: 'pieces',
  /** Vouchers that were valid on a day of the period, by the day on which their batch was created. */
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
  /** Balances at the end of the period, including points reserved by payments. If it ends today: the balances now. */
  left: 'points',
  /** The part of `left` on vouchers that are blocked now. */
  blocked: 'points',
  questions: 'pieces',
  /** Tasks that needed a person. */
  cases: 'pieces',
} as const satisfies Record<string, 'pieces' | 'points' | 'cents'>
export type MetricName = keyof typeof METRICS
export const METRIC_NAMES = Object.keys(METRICS) as [MetricName, ...MetricName[]]

/** Figures that only the overview shows. */
const OVERVIEW_ONLY = ['usable', 'activated'] as const
export type SummedMetric = Exclude<MetricName, (typeof OVERVIEW_ONLY)[number]>
export const SUMMED_METRICS = METRIC_NAMES.filter(
  (name): name is SummedMetric => !OVERVIEW_ONLY.some((excluded) => excluded === name),
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
    .refine(isValidPeriod, PERIOD_ERROR),
  answer: z.object({
    sums: Sums,
    /** All days of the period, including days without orders. */
    days: z.array(z.object({ day: z.iso.date(), orders: z.int(), spent: z.int(), paid: z.int() })),
    /** Orders by the hour of the day, from midnight. */
    hours: z.array(z.int()).length(24),
    /** Gifts by their first category; null: no category. */
    categories: z.array(z.object({ id: z.string().nullable(), name: z.string(), gifts: z.int() })),
    funnel: z.array(z.object({ step: z.enum(FUNNEL), count: z.int() })),
    /** null if the channels have different time zones. */
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
      /** Gifts of this category; '-' for gifts without one. */
      category: z
        .string()
        .regex(/^(-|[a-z0-9][a-z0-9-]{0,79})$/)
        .optional(),
      /** Units of this gift. */
      gift: giftCode.optional(),
      /** Vouchers of this employer; '-' for vouchers without one. */
      employer: z
        .string()
        .regex(/^(-|\d{1,15})$/)
        .optional(),
      /** Activations of this batch or campaign. */
      batch: id.optional(),
      campaign: id.optional(),
      /** Vouchers that reached at least this step. */
      step: z.enum(FUNNEL).optional(),
    })
    .refine(isValidPeriod, PERIOD_ERROR),
  answer: listAnswer(
    z.object({
      id: z.string(),
      at: z.iso.datetime(),
      channel: z.string().nullable(),
      value: z.int(),
      /** The kind of the subject, which decides the page in the back office. */
      about: z.enum(['order', 'voucher', 'case', 'payment']),
      subject: z.string(),
      /** Last three characters of a code, name of a gift, or kind of a task. */
      name: z.string(),
      /** Only for ORDER_FIGURES: the recipient, masked without permission, and the payment. */
      order: z.object({ person: z.string(), points_paid: z.int(), cents_paid: z.int() }).nullable(),
    }),
  ).extend({ sum: z.int() }),
  refusals: {},
})
