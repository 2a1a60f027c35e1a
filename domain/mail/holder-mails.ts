/** Mails that went to the holder; those to suppliers and staff are none of these. */
export const HOLDER_MAILS = [
  'order-confirmation',
  'order-changed',
  'order-cancelled',
  'order-shipped',
  'order-delivered',
  'digital-gift',
  'digital-codes',
  'digital-waits',
  'withdrawal-receipt',
  'order-credited',
  'choose-again',
  'choose-again-reminder',
  'chosen-again',
] as const
