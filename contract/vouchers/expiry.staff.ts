import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { UNCLAIMED_RULES } from '#contract/employers/employers.staff.ts'
import { filterInput, listAnswer, listInput } from '#contract/shared/list-input.ts'

const moment = z.iso.datetime()

export const expiries = staffEndpoint('expiries', {
  summary: 'List expired points, newest first',
  description: 'Includes the rule that applied and the part that is billed.',
  input: z.object({
    ...listInput(['at']),
    ...filterInput('expiries'),
  }),
  answer: listAnswer(
    z.object({
      id: z.string(),
      voucher: z.string(),
      last3: z.string(),
      channel: z.string(),
      batch: z.object({ id: z.string(), note: z.string() }),
      at: moment,
      points: z.int(),
      claimed: z.boolean(),
      rule: z.enum(UNCLAIMED_RULES),
      /** The part of the points' value that is billed. */
      billed_cents: z.int(),
      notified: z.boolean(),
      reversed_at: moment.nullable(),
    }),
  ).extend({
    /** Sums of all matching vouchers, without restored ones. */
    sums: z.object({ vouchers: z.int(), points: z.int(), billed_cents: z.int() }),
  }),
  refusals: {},
})
