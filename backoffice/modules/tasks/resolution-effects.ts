import { amountText, type AmountTools } from '#backoffice/kit/display/amount-text.ts'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { TaskKind } from '#domain/tasks/task-kinds.ts'

export type Resolution = NonNullable<StaffResponse<'task'>['resolve']>
export type Effect = Resolution['effects'][number]

const JOB_EFFECTS = { 'tried-now': 'task.do.retryNow', 'sent-again': 'task.do.runAgain' } as const
const REPLACEMENT_EFFECTS = { 'holder-chooses': 'task.do.choose' } as const
const ACCOUNTING_EFFECTS = {
  'goes-back': 'task.do.refund',
  'sent-now': 'task.do.sendMissing',
  'checked-again': 'task.do.check',
} as const

/** The effect of the button for each kind of task, by the outcome for a row. */
export const EFFECT_TEXTS = {
  'service-silent': JOB_EFFECTS,
  'job-failed': JOB_EFFECTS,
  'work-failed': { 'goes-on': 'task.do.continue' },
  'mail-refused': {
    'sent-again': 'task.do.mail',
    'sent-to-new-address': 'task.do.mailNewAddress',
  },
  'invitation-bounced': { 'sent-with-new-code': 'task.do.newCode' },
  'warehouse-refused': { 'handed-over-again': 'task.do.submit' },
  'parcel-undeliverable': REPLACEMENT_EFFECTS,
  'back-order': REPLACEMENT_EFFECTS,
  'codes-out': { 'handed-out': 'task.do.handOut' },
  'supplier-missing': { 'sent-now': 'task.do.sendToSupplier' },
  'supplier-silent': { 'sent-again': 'task.do.purchaseAgain' },
  'unmatched-payment': { 'goes-back': 'task.do.refundToCard', 'asked-now': 'task.do.poll' },
  'refund-failed': { 'refunded-again': 'task.do.refundAgain' },
  'charged-back': { accepted: 'task.do.accept' },
  'withdrawal-waits': {
    credited: 'task.do.refund',
    'credited-unreturned': 'task.do.refundUnreturned',
  },
  'release-stopped': { draft: 'task.do.draft' },
  'stock-differs': { counted: 'task.do.correctStock', 'checked-again': 'task.do.check' },
  'money-differs': ACCOUNTING_EFFECTS,
  'books-differ': ACCOUNTING_EFFECTS,
  'mail-unreadable': { 'read-again': 'task.do.readMail' },
  'picture-unreadable': { 'drawn-again': 'task.do.image' },
  'webhook-silent': { 'sent-again': 'task.do.webhook' },
} as const satisfies Record<TaskKind, Readonly<Record<string, MessageKey>>>

/** One sentence about what will be done, with all its amounts. */
export function effectText(kind: TaskKind, effect: Effect, { t, euros }: AmountTools): string {
  const texts: Readonly<Record<string, MessageKey>> = EFFECT_TEXTS[kind]
  const label = texts[effect.after]
  const { count } = effect
  return label
    ? t(label, { count, amount: amountText(effect, { t, euros }) })
    : t('task.resolve', { count })
}
