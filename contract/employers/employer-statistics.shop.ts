import { z } from 'zod'

import { EmployerStatistics } from '#contract/employers/statistics-fields.ts'
import { endpoint } from '#contract/shared/endpoint.shop.ts'
import { answerOf } from '#contract/shared/fields.ts'

export const employerSees = endpoint('employerSees', {
  summary: 'Get the figures that the employer sees for the campaign of this voucher',
  description: 'The figures of the employer portal, and nothing else.',
  input: z.object({}),
  answer: answerOf(
    EmployerStatistics.extend({
      /** The employer who gave the voucher; null if there is none, and then no figures are shared. */
      employer: z.string().nullable(),
    }),
  ),
  refusals: { unavailable: 503 },
})
