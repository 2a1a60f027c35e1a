import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import { PAYMENT_METRICS, type PaymentMetric } from '#contract/finance/payments-report.staff.ts'

/** The name of each metric, as in its table. */
export const PAYMENT_METRIC_TEXTS = {
  paid: 'payments.paid',
  orders: 'payments.orders',
  stray: 'payments.stray',
  refunded: 'payments.refunded',
  'charged-back': 'payments.chargedBack',
  turnover: 'payments.turnover',
  vat: 'payments.vatIn',
  'turnover-back': 'accounting.turnoverBack',
  'vat-back': 'payments.vatBack',
} as const satisfies Record<PaymentMetric, MessageKey>

export const isPaymentMetric = (name: string): name is PaymentMetric =>
  (PAYMENT_METRICS as readonly string[]).includes(name)
