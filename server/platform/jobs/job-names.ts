/** Jobs that follow a commit, and the data each needs to load its work. */
export type JobData = {
  'send-mail': { id: string }
  'submit-order': { number: string }
  /** `round`: the fulfilment attempt of a replacement. `fallen`: the unavailable gift to remove from the request. */
  'submit-to-warehouse': { number: string; round?: number; fallen?: string }
  /** `shippedAt`: the holder gets a shipping mail, with or without parcels. */
  'find-parcels': { number: string; round?: number; shippedAt: string | null }
  'cancel-payment': { key: string }
  refund: { key: string }
  'publish-release': { id: number }
  'background-job': { id: number }
  /** A mail that could not be read, when a person asks for another try. */
  'retry-incoming-mail': { key: string }
  /** `day`: the night of the run. Null for a run on request. */
  'run-nightly-check': { day: string | null }
  /** `id`: 0 for an unknown address. */
  'send-password-reset': { site: 'staff' | 'employer'; id: number }
  'send-failed-login-warning': { site: 'staff' | 'employer'; id: number; failures: number }
}
export type JobName = keyof JobData

/** One queue for each. */
export const NAMES = [
  'send-mail',
  'submit-order',
  'submit-to-warehouse',
  'find-parcels',
  'cancel-payment',
  'refund',
  'publish-release',
  'background-job',
  'retry-incoming-mail',
  'run-nightly-check',
  'send-failed-login-warning',
  'send-password-reset',
] as const satisfies JobName[]
