import type { Role } from '#domain/staff/permissions.ts'

/** What can stop and wait for somebody, and whose work each is beside the owner's. Readers see all of it. */
export const TASK_KINDS = {
  /** A job that is tried again and again: whoever it asks does not answer. */
  'service-silent': ['fulfilment', 'service'],
  /** A job whose tries have run out. */
  'job-failed': ['fulfilment', 'service'],
  /** Long work of the back office that broke again and again, and stands half done. */
  'work-failed': [],
  'mail-refused': ['fulfilment', 'service'],
  'parcel-refused': ['fulfilment'],
  /** Lost on the way or refused at the door, where the channel wants a person to see to it. */
  'parcel-lost': ['fulfilment', 'service'],
  /** What the warehouse has not got, of an order that it was to send. */
  'back-order': ['fulfilment', 'service'],
  /** Codes of a digital gift that holders wait for. */
  'codes-out': ['fulfilment', 'merchandiser'],
  /** Gifts that somebody has to pass on: their brand has neither a supplier nor an address. */
  'supplier-missing': ['fulfilment', 'merchandiser'],
  /** A supplier who was reminded and did not answer. */
  'supplier-silent': ['fulfilment'],
  /** A gift that was sent by mail and came back. */
  'invitation-bounced': ['service'],
  /** Money that came and found no order. */
  'unmatched-payment': ['service'],
  'refund-failed': ['service'],
  'charged-back': ['service'],
  /** A withdrawal that could not be credited by itself, or whose gifts are not back on the day of the law. */
  'withdrawal-waits': ['service'],
  'release-stopped': ['editor'],
  'stock-differs': ['merchandiser', 'fulfilment'],
  'money-differs': ['service'],
  'books-differ': [],
  /** A mail that could not be parsed within its bounds: it is kept as it came. */
  'mail-unreadable': ['service'],
  /** A stored picture of which no form can be drawn. */
  'picture-unreadable': ['merchandiser', 'editor'],
  /** A program that listens no longer does. */
  'webhook-silent': [],
} as const satisfies Record<string, readonly Role[]>

export type TaskKind = keyof typeof TASK_KINDS
export const ALL_TASK_KINDS = Object.keys(TASK_KINDS) as TaskKind[]

/** Stock and pictures belong to no channel, so what is wrong with them is shown in every channel. */
export const KINDS_OF_ALL_CHANNELS: readonly TaskKind[] = [
  'stock-differs',
  'codes-out',
  'picture-unreadable',
]

/** What a role is shown; who resolves is asked of the table of rights as well. */
export function taskKindsOf(role: Role): TaskKind[] {
  if (role === 'owner' || role === 'reader') return ALL_TASK_KINDS
  return ALL_TASK_KINDS.filter((kind) => (TASK_KINDS[kind] as readonly Role[]).includes(role))
}
