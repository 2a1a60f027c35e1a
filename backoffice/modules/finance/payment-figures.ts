import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import { PAYMENT_METRICS, type PaymentMetric } from '#contract/finance/payments-report.staff.ts'

/** The name of each figure, as in its table. */
export const PAYMENT_METRIC_TEXTS = {
  paid: 'money.paid',
  orders: 'money.orders',
  stray: 'money.stray',
  refunded: 'money.refunded',
  'charged-back': 'money.chargedBack',
  turnover: 'money.turnover',
  vat: 'money.vatIn',
  'turnover-back': 'accounting.turnoverBack',
  'vat-back': 'money.vatBack',
} as const satisfies Record<PaymentMetric, MessageKey>

export const isPaymentMetric = (name: string): name is PaymentMetric =>
  (PAYMENT_METRICS as readonly string[]).includes(name)
