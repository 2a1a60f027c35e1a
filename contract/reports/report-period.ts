import { z } from 'zod'

import { typedDay } from '#contract/shared/date-input.ts'

/** Maximum period: one leap year. */
const MOST_DAYS = 366
const DAY_MS = 24 * 3_600_000

export const reportPeriod = {
  channel: z
    .string()
    .regex(/^\d{1,10}$/)
    .optional(),
  /** Days of each channel's time zone; both are in it. */
  from: typedDay,
  to: typedDay,
}

export const inOrder = ({ from, to }: { from: string; to: string }) => {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  return days >= 0 && days < MOST_DAYS
}

export const wrongPeriod = {
  error: 'ends before it begins, or is longer than a year',
  path: ['to'],
}
