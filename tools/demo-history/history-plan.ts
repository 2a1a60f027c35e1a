import { z } from 'zod'

import { DEFAULT_ZONE, startOfDay } from '#domain/time/zone-days.ts'

const STEPS = ['undone', 'shipped', 'delivered', 'asked', 'lost', 'withdrawn', 'credited'] as const
export type Step = (typeof STEPS)[number]

export const Plan = z.strictObject({
  batches: z.record(
    z.string(),
    z.strictObject({
      channel: z.string(),
      note: z.string(),
      made: z.int(),
      points: z.int(),
      /** Whether the employer of the demo world gave it. */
      employer: z.boolean().default(false),
    }),
  ),
  people: z.array(
    z.strictObject({
      name: z.string(),
      batch: z.string(),
      day: z.int().positive(),
      /** Before 23:00, so that the undo window is over when the day is closed. */
      at: z.string().regex(/^([01]\d|2[0-2]):[0-5]\d$/),
      gifts: z.record(z.string(), z.int().positive()),
      /** Came so far and did not order. */
      stops: z.enum(['cart', 'address']).optional(),
      after: z.array(z.enum(STEPS)).default([]),
    }),
  ),
})
export type Plan = z.output<typeof Plan>
export type Person = Plan['people'][number]
export type Batch = Plan['batches'][string]

export const MINUTE = 60_000

/** A day's hour by the clocks at home. */
export const momentOf = (day: string, time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return startOfDay(day, DEFAULT_ZONE) + (hours * 60 + minutes) * MINUTE
}

/** What a person of the plan has come to know on the way. */
export type Story = {
  person: Person
  plan: Plan
  today: string
  at: number
  /** Of the voucher. */
  code?: string
  number?: string
}
