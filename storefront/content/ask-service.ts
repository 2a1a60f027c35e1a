import { refused } from '#contract/refusal.ts'
import { call } from '#storefront/shop-client.ts'

export type ServiceQuestion = { email: string; subject: string; body: string }

/** Null when the question has arrived, else what the specification says has to be said. */
export async function askService({
  email,
  subject,
  body,
}: ServiceQuestion): Promise<string | null> {
  try {
    const answer = await call('askService', {
      contact_email: email,
      subject,
      email_body: body,
    })
    return refused(answer) ? 'Something went wrong. Please try again.' : null
  } catch {
    return 'An error occurred. Please try again.'
  }
}
