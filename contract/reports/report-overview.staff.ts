import { z } from 'zod'

import { isValidPeriod, reportPeriod, PERIOD_ERROR } from '#contract/reports/report-period.ts'
import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { COMPARISONS } from '#domain/reports/compared-period.ts'
import { MEASURES } from '#domain/reports/measures.ts'

const compare = z.enum(COMPARISONS).default('previous')

const Sums = z.object({
  orders: z.int(),
  spent: z.int(),
  paid: z.int(),
  claimed: z.int(),
  /** Vouchers that were valid on a day of the period, and those of them activated by its end. */
  usable: z.int(),
  activated: z.int(),
})

const PeriodReport = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  sums: Sums,
  /** One point per day, or per hour ('07:00') if the period is a single day. */
  points: z.array(
    z.object({
      at: z.string(),
      orders: z.int(),
      spent: z.int(),
      paid: z.int(),
      claimed: z.int(),
      /** Vouchers of `usable` that became valid at this point. */
      opened: z.int(),
    }),
  ),
})

export const reportOverview = staffEndpoint('reportOverview', {
  summary: 'Compare orders, points, card payments and activations of a period with an earlier one',
  input: z.object({ ...reportPeriod, compare }).refine(isValidPeriod, PERIOD_ERROR),
  answer: z.object({ now: PeriodReport, before: PeriodReport }),
  refusals: {},
})

/** A row with its value in both periods. `id` is null for orders without a category or an employer. */
const TopRow = z.object({
  id: z.string().nullable(),
  name: z.string(),
  value: z.int(),
  before: z.int(),
})

export const reportTop = staffEndpoint('reportTop', {
  summary:
    'List the gifts and categories ordered most, and the channels and employers with the most of a measure',
  input: z
    .object({
      ...reportPeriod,
      compare,
      measure: z.enum(MEASURES).default('orders'),
      /** Return only this list; the others are empty. */
      only: z.enum(['gifts']).optional(),
    })
    .refine(isValidPeriod, PERIOD_ERROR),
  answer: z.object({
    /** By units ordered. */
    gifts: z.array(TopRow.extend({ id: z.string(), picture: z.string().nullable() })),
    categories: z.array(TopRow),
    channels: z.array(TopRow),
    employers: z.array(TopRow),
  }),
  refusals: {},
})

export const pointsOwed = staffEndpoint('pointsOwed', {
  summary: 'Get the points in the balances of all vouchers at the end of each day of a period',
  input: z.object(reportPeriod).refine(isValidPeriod, PERIOD_ERROR),
  answer: z.object({ days: z.array(z.object({ day: z.iso.date(), points: z.int() })) }),
  refusals: {},
})

const id = z.string().regex(/^\d{1,15}$/)

export const activations = staffEndpoint('activations', {
  summary: 'Get the activations of a batch or a campaign for each day since the first one',
  input: z
    .object({ batch: id.optional(), campaign: id.optional() })
    .refine(({ batch, campaign }) => (batch === undefined) !== (campaign === undefined), {
      error: 'name either a batch or a campaign',
      path: ['batch'],
    }),
  answer: z.object({
    vouchers: z.int(),
    first_day: z.iso.date(),
    today: z.iso.date(),
    /** The last day of the campaign or, if that is earlier, of the vouchers that end last; null without an end. */
    last_day: z.iso.date().nullable(),
    ends_with: z.enum(['campaign', 'vouchers']),
    /** From the first day to today, or to the last day if it is over. */
    days: z.array(z.int()),
  }),
  refusals: {},
})

export const runningBatches = staffEndpoint('runningBatches', {
  summary: 'List batches whose vouchers are valid, newest first',
  input: z.object({ channel: reportPeriod.channel }),
  answer: z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) }),
  refusals: {},
})
