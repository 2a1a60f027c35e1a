import { z } from 'zod'

import { ALL_TASK_KINDS } from '#domain/tasks/task-kinds.ts'

const count = z.int().min(0)
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

export const SIMULATED_SERVICES = ['payments', 'delivery', 'addresses', 'mail'] as const
const service = z.enum(SIMULATED_SERVICES)

/** The result of a simulated season. All people in it are simulated. */
export const SimulationReport = z.object({
  channel: z.string(),
  seed: z.int(),
  /** The first and the last day of ordering. */
  first_day: day,
  last_day: day,
  /** The day on which nothing was left to do. */
  end_day: day,
  holders: z.object({
    invited: count,
    /** Logged in at least once. */
    came: count,
    ordered: count,
    /** Logged in but did not order. `turned_away` contains the reasons. */
    left: count,
  }),
  orders: z.object({
    placed: count,
    delivered: count,
    /** Withdrawn completely, before or after it was shipped. */
    credited: count,
    /** Unfinished orders that have a task. */
    waiting: count,
    /** Order numbers that are unfinished without a task. */
    lost: z.array(z.string()),
  }),
  points: z.object({ given: count, spent: count, back: count, expired: count, left: count }),
  /** Payments and refunds by card. */
  cents: z.object({ paid: count, back: count }),
  gifts: z.array(
    z.object({
      sku: z.string(),
      name: z.string(),
      variant: z.string(),
      delivery: z.enum(['digital', 'monta', 'dropship']),
      points: count,
      /** null for unlimited stock. */
      stock: count.nullable(),
      sold: count,
      left: count.nullable(),
      sold_out_on: day.nullable(),
      /** Number of times that a holder wanted the gift while it was sold out. */
      missed: count,
    }),
  ),
  /** Mails of each template. */
  mails: z.array(z.object({ template: z.string(), sent: count, refused: count, waiting: count })),
  /** Mails sent again because their delivery was unknown. */
  mails_repeated: count,
  mails_twice: count,
  parcels: z.array(z.object({ state: z.string(), parcels: count })),
  waiting: z.array(
    z.object({
      kind: z.enum(ALL_TASK_KINDS),
      reason: z.string(),
      owner: z.string().nullable(),
      cases: count,
    }),
  ),
  turned_away: z.array(z.object({ reason: z.string(), times: count })),
  outside: z.array(
    z.object({
      service,
      calls: count,
      failed: count,
      ways: z.record(z.string(), count),
    }),
  ),
  /** Hours in which a service did not respond. */
  outages: z.array(z.object({ service, from: z.iso.datetime(), hours: count })),
  kills: count,
  findings: z.array(z.object({ code: z.string(), subject: z.string(), message: z.string() })),
})
export type SimulationReport = z.infer<typeof SimulationReport>

/** Whether the season had no errors: nothing is lost or sent twice, and each task has an owner and a reason. */
export const wentWell = ({ findings, orders, mails_twice, waiting }: SimulationReport): boolean =>
  findings.length === 0 &&
  orders.lost.length === 0 &&
  mails_twice === 0 &&
  waiting.every(({ owner, reason }) => owner !== null && reason !== '')
