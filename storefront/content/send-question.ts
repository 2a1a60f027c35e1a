import { Fault } from '#contract/shared/http-call.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { call } from '#storefront/api/shop-client.ts'

export type ServiceQuestion = {
  email: string
  subject: string
  body: string
  source: 'form' | 'chat'
}

const NOT_SENT = 'Something went wrong. Please try again.'
const NO_ANSWER = 'An error occurred. Please try again.'

/** Null on success, else the error text of the specification. */
export async function sendQuestion({
  email,
  subject,
  body,
  source,
  language,
}: ServiceQuestion & { language: string }): Promise<string | null> {
  try {
    const answer = await call('askService', {
      contact_email: email,
      subject,
      email_body: body,
      source,
      language,
    })
    return refused(answer) ? NOT_SENT : null
  } catch (error) {
    // An error response has another text than no response.
    return error instanceof Fault && error.status !== null ? NOT_SENT : NO_ANSWER
  }
}
