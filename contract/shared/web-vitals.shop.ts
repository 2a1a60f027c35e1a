import { z } from 'zod'

import { endpoint } from '#contract/shared/endpoint.shop.ts'

/** Values are milliseconds, except for CLS, which has no unit. */
const MAX_VALUE = 600_000

export const measured = endpoint('measured', {
  summary: 'Report the loading speed of a page',
  description: 'Only sent by browsers of voucher holders who agreed. Contains no personal data.',
  input: z.strictObject({
    name: z.enum(['CLS', 'FCP', 'INP', 'LCP', 'TTFB']),
    value: z.number().min(0).max(MAX_VALUE),
    /** The path of the page in the page table, for example '/product-description/:scpId'. */
    page: z.string().min(1).max(80),
  }),
  answer: z.object({ success: z.literal(true) }),
  refusals: {},
})
