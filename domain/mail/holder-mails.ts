/** Mails to holders. Mails to suppliers and staff are not included. */
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
