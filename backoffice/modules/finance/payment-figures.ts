import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import { MONEY_FIGURES, type MoneyFigure } from '#contract/finance/payments-report.staff.ts'

/** The name of each figure, as in its table. */
export const MONEY_FIGURE_WORDS = {
  paid: 'money.paid',
  orders: 'money.orders',
  stray: 'money.stray',
  refunded: 'money.refunded',
  'charged-back': 'money.chargedBack',
  turnover: 'money.turnover',
  vat: 'money.vatIn',
  'turnover-back': 'accounting.turnoverBack',
  'vat-back': 'money.vatBack',
} as const satisfies Record<MoneyFigure, MessageKey>

export const isMoneyFigure = (name: string): name is MoneyFigure =>
  (MONEY_FIGURES as readonly string[]).includes(name)
