/** What the desk calls the mails that leave. */
export const mailsEnglish = {
  'mail.order-delivered': 'Parcel delivered',
  'mail.order-credited': 'Given back',
  'mail.choose-again': 'Choose again',
  'mail.choose-again-reminder': 'Choose again, reminder',
  'mail.chosen-again': 'What comes instead',
  'mail.purchase-order': 'Purchase order',
  'mail.purchase-reminder': 'Purchase order, reminder',
  'mail.purchase-withdrawn': 'Purchase order, no longer needed',
  'mail.voucher-letter': 'Letter with a code',
  'mail.voucher-invitation': 'Mail with a code',
  'mail.voucher-reminder': 'Reminder of the gift',
  'mail.voucher-ended': 'Gift ended',
  'mail.account-notice': 'Security notice about an account',
  'mail.acted-for': 'Acted for the holder',
  'order.mail.order-delivered': 'Delivered',
  'case.mail.order-delivered': 'parcel delivered',
} as const
