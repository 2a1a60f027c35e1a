import { z } from 'zod'

import { isDay } from '#domain/time/zone-days.ts'

const INVALID_DAY = 'is not a date such as 2027-12-31'

/** A date in user or API input. */
export const typedDay = z.iso.date(INVALID_DAY).refine(isDay, INVALID_DAY)

export const typedMoment = z.iso
  .datetime({ offset: true })
  .refine((text) => isDay(text.slice(0, 10)), 'is not a date and time')

export const typedDayOrMoment = z.union([typedDay, typedMoment])
