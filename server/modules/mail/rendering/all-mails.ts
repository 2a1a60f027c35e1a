import type { MailTemplate } from '#domain/mail/mails.ts'
import type { MailDefinition } from '#server/modules/mail/rendering/mail-definition.ts'
import { orderConfirmation } from '#server/modules/mail/templates/orders/order-confirmation.tsx'
import { orderChanged } from '#server/modules/mail/templates/orders/order-changed.tsx'
import { orderCancelled } from '#server/modules/mail/templates/orders/order-cancelled.tsx'
import { orderShipped } from '#server/modules/mail/templates/orders/order-shipped.tsx'
import { orderDelivered } from '#server/modules/mail/templates/orders/order-delivered.tsx'
import { digitalGift } from '#server/modules/mail/templates/orders/digital-gift.tsx'
import { orderCredited } from '#server/modules/mail/templates/orders/order-credited.tsx'
import { digitalCodes, digitalWaits } from '#server/modules/mail/templates/orders/digital-codes.tsx'
import { withdrawalReceipt } from '#server/modules/mail/templates/orders/withdrawal-receipt.tsx'
import {
  chooseAgain,
  chooseAgainReminder,
  chosenAgain,
} from '#server/modules/mail/templates/orders/choose-again.tsx'
import { voucherReminder } from '#server/modules/mail/templates/vouchers/voucher-reminder.tsx'
import { voucherEnded } from '#server/modules/mail/templates/vouchers/voucher-ended.tsx'
import { actedFor } from '#server/modules/mail/templates/vouchers/acted-for.tsx'
import { actingSummary } from '#server/modules/mail/templates/accounts/acting-summary.tsx'
import { supplierOrder } from '#server/modules/mail/templates/orders/supplier-order.tsx'
import {
  purchaseOrder,
  purchaseReminder,
  purchaseWithdrawn,
} from '#server/modules/mail/templates/orders/purchase-order.tsx'
import { serviceRequest } from '#server/modules/mail/templates/support/service-request.tsx'
import { serviceReceived } from '#server/modules/mail/templates/support/service-received.tsx'
import { serviceAnswer } from '#server/modules/mail/templates/support/service-answer.tsx'
import {
  staffInvitation,
  employerInvitation,
} from '#server/modules/mail/templates/accounts/staff-invitation.tsx'
import { accountNotice } from '#server/modules/mail/templates/accounts/account-notice.tsx'
import { passwordReset } from '#server/modules/mail/templates/accounts/password-reset.tsx'

/** A mail without its definition does not compile. */
export const MAIL_DEFINITIONS: Record<MailTemplate, MailDefinition> = {
  'order-confirmation': orderConfirmation,
  'order-changed': orderChanged,
  'order-cancelled': orderCancelled,
  'order-shipped': orderShipped,
  'order-delivered': orderDelivered,
  'digital-gift': digitalGift,
  'order-credited': orderCredited,
  'digital-codes': digitalCodes,
  'digital-waits': digitalWaits,
  'withdrawal-receipt': withdrawalReceipt,
  'choose-again': chooseAgain,
  'choose-again-reminder': chooseAgainReminder,
  'chosen-again': chosenAgain,
  'voucher-reminder': voucherReminder,
  'voucher-ended': voucherEnded,
  'acted-for': actedFor,
  'acting-summary': actingSummary,
  'supplier-order': supplierOrder,
  'purchase-order': purchaseOrder,
  'purchase-reminder': purchaseReminder,
  'purchase-withdrawn': purchaseWithdrawn,
  'service-request': serviceRequest,
  'service-received': serviceReceived,
  'service-answer': serviceAnswer,
  'staff-invitation': staffInvitation,
  'employer-invitation': employerInvitation,
  'account-notice': accountNotice,
  'password-reset': passwordReset,
}
