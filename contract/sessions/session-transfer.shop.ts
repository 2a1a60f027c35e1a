import { z } from 'zod'

import { AcceptedLogIn, encryptedCode } from '#contract/sessions/login.shop.ts'
import { endpoint } from '#contract/shared/endpoint.shop.ts'

export const handOver = endpoint('handOver', {
  summary: 'Create a ticket that moves the session to another host of the shop',
  description: 'The ticket works once, within one minute.',
  input: z.object({ encrypted_code: encryptedCode }),
  answer: z.object({ success: z.literal(true), ticket: z.string() }),
  refusals: { 'not-your-code': 404 },
})

export const takeOver = endpoint('takeOver', {
  summary: 'Log in with a session ticket',
  description: 'The session that created the ticket ends.',
  input: z.object({
    ticket: z.string().max(100),
    /** The browser's origin. Only hosts of this shop can transfer a session. */
    from: z.string().max(300),
  }),
  answer: AcceptedLogIn.extend({
    encrypted_code: z.string(),
    /** Impersonation: the staff user, the end time, and the voucher page to return to. */
    acting: z
      .object({
        name: z.string(),
        language: z.string(),
        ends_at: z.iso.datetime(),
        case: z.url(),
      })
      .nullable(),
  }),
  refusals: { 'no-such-ticket': 404 },
})
