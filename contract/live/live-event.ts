/** What a page of the back office is told while it stands open; without schemas, as it is read by browsers alone. */
export type LiveChange = {
  kind: string
  id: string
  channel: string | null
  /** As the audit names it; null where no colleague did it. */
  action: string | null
  by: { id: string; name: string } | null
}

export type LiveEvent =
  | { event: 'hello' }
  /** Something may have been missed: whatever is shown is to be read again. */
  | { event: 'again' }
  | { event: 'ended' }
  | { event: 'presence'; data: { subject: string } }
  | { event: 'change'; data: LiveChange }

export const LIVE_EVENTS = ['hello', 'again', 'ended', 'presence', 'change'] as const
