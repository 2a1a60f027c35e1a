const DAY = 24

/** A row is deleted this many hours after its time, unless a condition in clean-up.ts keeps it. */
export type CleanupRule = {
  hours: number
  /** For each table, the column with the time. Without `rows`, clean-up.ts has its own function for this kind. */
  rows?: Readonly<Record<string, string>>
}

/** What the automatic clean-up deletes, in the order of its run. */
export const CLEANUP_RULES = {
  sessions: { hours: 0 },
  'session-tickets': { hours: 1, rows: { session_transfer_token: 'ends_at' } },
  'staff-sessions': { hours: 0 },
  'employer-sessions': { hours: 0 },
  'sign-in-challenges': { hours: 0, rows: { used_webauthn_challenge: 'ends_at' } },
  tokens: { hours: 400 * DAY, rows: { staff_token: 'ends_at' } },
  invitations: { hours: 90 * DAY, rows: { staff_invitation: 'ends_at' } },
  'employer-invitations': { hours: 90 * DAY, rows: { employer_invitation: 'ends_at' } },
  /** Plus one day for each failure, see clean-up.ts. */
  'password-failures': { hours: 0, rows: { password_failure: 'at' } },
  'password-resets': { hours: 90 * DAY, rows: { password_reset: 'ends_at' } },
  'reset-requests': { hours: 2, rows: { reset_request: 'since' } },
  /** As long as browsers keep the cookie. */
  'known-devices': { hours: 400 * DAY, rows: { known_device: 'seen_at' } },
  'account-notices': { hours: 400 * DAY, rows: { account_notice: 'at' } },
  'supplier-links': { hours: 400 * DAY, rows: { purchase_link: 'made_at' } },
  tries: { hours: 1 },
  answers: { hours: 48, rows: { idempotency_key: 'at', staff_idempotency_key: 'at' } },
  visits: { hours: 400 * DAY, rows: { visit: 'at' } },
  presence: { hours: DAY, rows: { presence: 'seen_at' } },
  proposals: { hours: 30 * DAY, rows: { credit_proposal: 'expires_at' } },
  'batch-changes': { hours: 8 * DAY, rows: { batch_change: 'at' } },
  webhooks: { hours: 30 * DAY },
  'import-rows': { hours: 400 * DAY },
  'unreadable-mails': { hours: 90 * DAY },
  work: { hours: 60 * DAY },
} as const satisfies Record<string, CleanupRule>

export type CleanupKind = keyof typeof CLEANUP_RULES
export const CLEANUP_KINDS = Object.keys(CLEANUP_RULES) as CleanupKind[]

/** Files of background jobs are deleted before the jobs. */
export const JOB_FILE_HOURS = 7 * DAY

/** Rows of this kind from before this time are deleted. */
export const retainedSince = (kind: CleanupKind, now: Date): Date =>
  hoursBefore(now, CLEANUP_RULES[kind].hours)

export const hoursBefore = (moment: Date, hours: number): Date =>
  new Date(moment.getTime() - hours * 3_600_000)
