import type { Role } from '#domain/staff/permissions.ts'

/** Kinds of tasks, and the roles that resolve them in addition to owners. Readers see all of them. */
export const TASK_KINDS = {
  /** A job that is retried because its service does not respond. */
  'service-silent': ['fulfilment', 'service'],
  /** A job that has failed permanently. */
  'job-failed': ['fulfilment', 'service'],
  /** A background job that failed repeatedly and is incomplete. */
  'work-failed': [],
  'mail-refused': ['fulfilment', 'service'],
  /** An order that the warehouse does not accept. */
  'warehouse-refused': ['fulfilment'],
  /**
   * A parcel that was lost or refused by its recipient, where the channel requires staff or the contents are unknown.
   * Also a parcel that was found after the recipient chose a replacement.
   */
  'parcel-undeliverable': ['fulfilment', 'service'],
  /** Gifts of an order that are not in stock at the warehouse. */
  'back-order': ['fulfilment', 'service'],
  /** Missing codes of a digital gift that recipients wait for. */
  'codes-out': ['fulfilment', 'merchandiser'],
  /** Gifts that staff must order by hand: the brand has neither a supplier nor an address. */
  'supplier-missing': ['fulfilment', 'merchandiser'],
  /** A supplier who was reminded and did not answer. */
  'supplier-silent': ['fulfilment'],
  /** An invitation mail that bounced. */
  'invitation-bounced': ['service'],
  /** Received money without an order. */
  'unmatched-payment': ['service'],
  'refund-failed': ['service'],
  'charged-back': ['service'],
  /** A withdrawal that is not refunded automatically, or whose gifts have not arrived by the legal deadline. */
  'withdrawal-waits': ['service'],
  'release-stopped': ['editor'],
  'stock-differs': ['merchandiser', 'fulfilment'],
  'money-differs': ['service'],
  'books-differ': [],
  /** A mail beyond the parser's limits. It is stored as received. */
  'mail-unreadable': ['service'],
  /** A stored image that cannot be rendered. */
  'picture-unreadable': ['merchandiser', 'editor'],
  /** A webhook endpoint that does not answer. */
  'webhook-silent': [],
} as const satisfies Record<string, readonly Role[]>

export type TaskKind = keyof typeof TASK_KINDS
export const ALL_TASK_KINDS = Object.keys(TASK_KINDS) as TaskKind[]

/** Stock and images belong to no channel, so these tasks appear in all channels. */
export const KINDS_OF_ALL_CHANNELS: readonly TaskKind[] = [
  'stock-differs',
  'codes-out',
  'picture-unreadable',
]

/** The kinds that a role sees. Resolving them also needs the permission. */
export function taskKindsOf(role: Role): TaskKind[] {
  if (role === 'owner' || role === 'reader') return ALL_TASK_KINDS
  return ALL_TASK_KINDS.filter((kind) => (TASK_KINDS[kind] as readonly Role[]).includes(role))
}
