import type { Say } from '#backoffice/words/desk-words.tsx'
import type { WordKey } from '#backoffice/words/dictionary.ts'

/** What is mended, and what it is before and after. */
export const MEND_WORDS = {
  job: 'mend.job',
  mail: 'mend.mail',
  parcel: 'mend.parcel',
  'digital-gift': 'mend.digital-gift',
  'back-order': 'mend.is.back-order',
  'waits-for-code': 'mend.waits-for-code',
  'handed-out': 'mend.handed-out',
  payment: 'mend.payment',
  refund: 'mend.refund',
  chargeback: 'mend.chargeback',
  release: 'mend.release',
  withdrawal: 'mend.withdrawal',
  shelf: 'mend.shelf',
  'shelf-reserved': 'mend.shelf-reserved',
  books: 'mend.books',
  webhook: 'mend.webhook',
  'purchase-order': 'mend.purchase-order',
  'mailed-only': 'mend.mailed-only',
  'parcel-lost': 'mend.is.parcel-lost',
  'parcel-refused': 'mend.is.parcel-refused',
  'holder-chooses': 'mend.is.holder-chooses',
  bounced: 'mend.bounced',
  'sent-with-new-code': 'mend.sent-with-new-code',
  credited: 'mend.credited',
  waits: 'mend.waits',
  'tried-now': 'mend.tried-now',
  'given-up': 'mend.given-up',
  work: 'longWork',
  'goes-on': 'mend.goes-on',
  'sent-again': 'mend.sent-again',
  'sent-to-new-address': 'mend.sent-to-new-address',
  'sent-now': 'mend.sent-now',
  refused: 'mend.refused',
  'not-accepted': 'mend.not-accepted',
  'handed-over-again': 'mend.handed-over-again',
  'without-order': 'mend.without-order',
  'still-here': 'mend.still-here',
  'asked-now': 'mend.asked-now',
  'on-its-way': 'mend.on-its-way',
  'goes-back': 'mend.goes-back',
  failed: 'mend.failed',
  canceled: 'mend.canceled',
  'refunded-again': 'mend.refunded-again',
  stands: 'mend.stands',
  accepted: 'mend.accepted',
  stopped: 'mend.stopped',
  draft: 'mend.draft',
  missing: 'mend.missing',
  differs: 'mend.differs',
  'checked-again': 'mend.checked-again',
} as const satisfies Record<string, WordKey>

/** A count, or a number of something, is said as it is; of 'mail.order-shipped' its kind. */
export function mendWord(say: Say, word: string): string {
  const [kind = ''] = word.split('.')
  return Object.hasOwn(MEND_WORDS, kind) ? say(MEND_WORDS[kind as keyof typeof MEND_WORDS]) : word
}
