import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { listAnswer, listInput } from '#contract/shared/list-input.ts'
import { typedDay } from '#contract/shared/date-input.ts'

/** Each figure, and what its number counts. */
export const METRICS = {
  /** Vouchers, by the day their batch was made. */
  made: 'pieces',
  /** Points given, less points that colleagues took back. */
  granted: 'points',
  /** Vouchers, by the day of their activation. */
  claimed: 'pieces',
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

/** The progress of vouchers activated in the period. Each step is a subset of the previous step. */
export const FUNNEL = ['claimed', 'filled', 'addressed', 'ordered', 'all-spent'] as const

/** Maximum period: one leap year. */
const MOST_DAYS = 366
const DAY_MS = 24 * 3_600_000

const period = {
  channel: z
    .string()
    .regex(/^\d{1,10}$/)
    .optional(),
  /** Days of each channel's own clocks; both are in it. */
  from: typedDay,
  to: typedDay,
}
const inOrder = ({ from, to }: { from: string; to: string }) => {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  return days >= 0 && days < MOST_DAYS
}
const wrongPeriod = { error: 'ends before it begins, or is longer than a year', path: ['to'] }

const Sums = z.object(
  Object.fromEntries(METRIC_NAMES.map((name) => [name, z.int()])) as Record<MetricName, z.ZodInt>,
)

export const figures = staffEndpoint('figures', {
  summary: 'Get the key figures of a period',
  description: 'Each figure is the sum of the rows that metricRows lists.',
  input: z
    .object({ ...period, as: z.enum(['json', 'csv']).default('json') })
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

export const metricRows = staffEndpoint('metricRows', {
  summary: 'List the rows behind a key figure, newest first, with their sum',
  input: z
    .object({
      figure: z.enum(METRIC_NAMES),
      ...listInput(['at']),
      ...period,
      /** Orders that were placed within this hour of the day. */
      hour: z.coerce.number().int().min(0).max(23).optional(),
      /** Gifts of this category; '-': of none. */
      category: z
        .string()
        .regex(/^(-|[a-z0-9][a-z0-9-]{0,79})$/)
        .optional(),
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
    }),
  ).extend({ sum: z.int() }),
  refusals: {},
})
