import { z } from 'zod'

import { typedDay } from '#contract/shared/date-input.ts'

/** One leap year. */
const MAX_DAYS = 366
const DAY_MS = 24 * 3_600_000

export const reportPeriod = {
  channel: z
    .string()
    .regex(/^\d{1,10}$/)
    .optional(),
  /** The first and the last day, in the time zone of each channel. */
  from: typedDay,
  to: typedDay,
}

/** Whether the period has at least one day and at most a year. */
export const isValidPeriod = ({ from, to }: { from: string; to: string }) => {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  return days >= 0 && days < MAX_DAYS
}

export const PERIOD_ERROR = {
  error: 'ends before it begins, or is longer than a year',
  path: ['to'],
}
