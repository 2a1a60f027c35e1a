import { z } from 'zod'

import { AcceptedLogIn, encryptedCode } from '#contract/sessions/login.shop.ts'
import { endpoint } from '#contract/shared/endpoint.shop.ts'

export const handOver = endpoint('handOver', {
  summary: 'A ticket that takes the session to another host of the shop, once and within a minute',
  input: z.object({ encrypted_code: encryptedCode }),
  answer: z.object({ success: z.literal(true), ticket: z.string() }),
  refusals: { 'not-your-code': 404 },
})

export const takeOver = endpoint('takeOver', {
  summary: 'Log in with such a ticket; the session that it was made for ends',
  input: z.object({
    ticket: z.string().max(100),
    /** Where the browser comes from: only a host of this shop may send anybody in. */
    from: z.string().max(300),
  }),
  answer: AcceptedLogIn.extend({
    encrypted_code: z.string(),
    /** A colleague comes in a holder's place: who, until when, and the case that they came from. */
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
