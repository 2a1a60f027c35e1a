/** Events for an open back office page. Without schemas, because browsers import this file. */
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
  /** Events may be lost: refetch all shown data. */
  | { event: 'again' }
  | { event: 'ended' }
  | { event: 'presence'; data: { subject: string } }
  | { event: 'change'; data: LiveChange }

export const LIVE_EVENTS = ['hello', 'again', 'ended', 'presence', 'change'] as const
