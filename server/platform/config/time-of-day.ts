import { z } from 'zod'

import { momentOfWallTime } from '#domain/time/zone-times.ts'

/** '17:00'. */
export const timeOfDay = z
  .string()
  .refine(
    (time) => momentOfWallTime(`2000-01-03T${time}`, 'UTC') !== undefined,
    'is not a time such as 17:00',
  )
