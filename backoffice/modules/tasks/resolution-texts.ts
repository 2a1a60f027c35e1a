import type { Translate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'

/** Texts for the subject and for the values before and after a resolution. */
export const RESOLUTION_TEXTS = {
  job: 'resolve.job',
  mail: 'resolve.mail',
  parcel: 'resolve.parcel',
  'digital-gift': 'resolve.digital-gift',
  'back-order': 'resolve.is.back-order',
  'waits-for-code': 'resolve.waits-for-code',
  'handed-out': 'resolve.handed-out',
  payment: 'resolve.payment',
  refund: 'resolve.refund',
  chargeback: 'resolve.chargeback',
  release: 'resolve.release',
  withdrawal: 'resolve.withdrawal',
  shelf: 'resolve.shelf',
  'shelf-reserved': 'resolve.shelf-reserved',
  books: 'resolve.books',
  webhook: 'resolve.webhook',
  'purchase-order': 'resolve.purchase-order',
  'mailed-only': 'resolve.mailed-only',
  'parcel-lost': 'resolve.is.parcel-lost',
  'parcel-refused': 'resolve.is.parcel-refused',
  'holder-chooses': 'resolve.is.holder-chooses',
  bounced: 'resolve.bounced',
  'sent-with-new-code': 'resolve.sent-with-new-code',
  credited: 'resolve.credited',
  'credited-unreturned': 'resolve.credited-unreturned',
  waits: 'resolve.waits',
  'tried-now': 'resolve.tried-now',
  'given-up': 'resolve.given-up',
  picture: 'resolve.picture',
  'not-read': 'resolve.not-read',
  'read-again': 'resolve.read-again',
  'not-drawn': 'resolve.not-drawn',
  'drawn-again': 'resolve.drawn-again',
  work: 'backgroundJobs',
  'goes-on': 'resolve.goes-on',
  'sent-again': 'resolve.sent-again',
  'sent-to-new-address': 'resolve.sent-to-new-address',
  'sent-now': 'resolve.sent-now',
  refused: 'resolve.refused',
  'not-accepted': 'resolve.not-accepted',
  'handed-over-again': 'resolve.handed-over-again',
  'without-order': 'resolve.without-order',
  'still-here': 'resolve.still-here',
  'asked-now': 'resolve.asked-now',
  'on-its-way': 'resolve.on-its-way',
  'goes-back': 'resolve.goes-back',
  failed: 'resolve.failed',
  canceled: 'resolve.canceled',
  'refunded-again': 'resolve.refunded-again',
  stands: 'resolve.stands',
  accepted: 'resolve.accepted',
  stopped: 'resolve.stopped',
  draft: 'resolve.draft',
  missing: 'resolve.missing',
  differs: 'resolve.differs',
  'checked-again': 'resolve.checked-again',
} as const satisfies Record<string, MessageKey>

/** A number is shown as it is. For 'mail.order-shipped' the text is that of 'mail'. */
export function resolutionText(t: Translate, value: string): string {
  const [kind = ''] = value.split('.')
  return Object.hasOwn(RESOLUTION_TEXTS, kind)
    ? t(RESOLUTION_TEXTS[kind as keyof typeof RESOLUTION_TEXTS])
    : value
}
