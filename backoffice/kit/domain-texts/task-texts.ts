import { jobProgressText, isJobKind, jobName } from '#backoffice/kit/jobs/job-texts.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { TaskKind } from '#domain/tasks/task-kinds.ts'

export type Cause = StaffResponse<'tasks'>['items'][number]

/** Reasons that the shop itself sets. Texts of a service or a person are shown as they are. */
const REASONS = {
  'goods not back': 'task.goodsNotBack',
} as const satisfies Record<string, MessageKey>

/** The title of a task. Kinds that are not listed have their name as title. */
const TITLES: Partial<Record<TaskKind, MessageKey>> = {
  'back-order': 'task.titleOf.back-order',
  'codes-out': 'task.titleOf.codes-out',
  'withdrawal-waits': 'task.titleOf.withdrawal-waits',
  'invitation-bounced': 'task.titleOf.invitation-bounced',
  'work-failed': 'task.titleOf.work-failed',
  'mail-refused': 'task.titleOf.mail-refused',
  'warehouse-refused': 'task.titleOf.warehouse-refused',
  'parcel-undeliverable': 'task.titleOf.parcel-lost',
  'supplier-missing': 'task.titleOf.supplier-missing',
  'supplier-silent': 'task.titleOf.supplier-silent',
  'unmatched-payment': 'task.titleOf.unmatched-payment',
  'refund-failed': 'task.titleOf.refund-failed',
  'charged-back': 'task.titleOf.charged-back',
  'release-stopped': 'task.titleOf.release-stopped',
  'money-differs': 'task.titleOf.money-differs',
  'books-differ': 'task.titleOf.books-differ',
  'mail-unreadable': 'task.titleOf.mail-unreadable',
  'picture-unreadable': 'task.titleOf.picture-unreadable',
  'webhook-silent': 'task.titleOf.webhook-silent',
}
/** The code of the nightly check of cancelled orders. */
const CANCELLED_CHECK = 'cancelled-not-returned'
const PARCEL_TITLES: Partial<Record<string, MessageKey>> = {
  refused: 'task.titleOf.parcel-returned',
  found: 'task.titleOf.parcel-found',
}

type TaskFacts = Pick<Cause, 'kind' | 'reason' | 'detail' | 'order' | 'cases'>
type Euros = (cents: number) => string

/** The task as one sentence that names its subject. If the subject is unknown, the kind of the task. */
export function taskTitle(
  { kind, reason, detail, order, cases }: TaskFacts,
  t: Translate,
  euros: Euros,
) {
  const { cents, code } = detail
  const parcelTitle = kind === 'parcel-undeliverable' ? PARCEL_TITLES[reason] : undefined
  const checkTitle = code === CANCELLED_CHECK ? ('task.titleOf.cancelled' as const) : undefined
  const key = parcelTitle ?? checkTitle ?? TITLES[kind]
  const [job] = jobTexts(t, detail)
  const known = {
    order,
    job,
    name: detail['name'],
    supplier: detail['supplier'],
    domain: detail['domain'],
    amount: typeof cents === 'number' ? euros(cents) : undefined,
  }
  const values: Record<string, string | number> = { count: cases }
  for (const [name, value] of Object.entries(known)) {
    if (typeof value === 'string' && value !== '') values[name] = value
  }
  const title = key ? t(key, values) : ''
  return title === '' || title.includes('{') ? t(`task.of.${kind}`) : title
}

/** Why it stopped; empty if the title already contains it. */
export function reasonText(
  { kind, reason, detail }: Pick<Cause, 'kind' | 'reason' | 'detail'>,
  t: Translate,
  euros: Euros,
): string {
  if (kind === 'supplier-silent' && reason === detail['supplier']) return ''
  if (kind === 'parcel-undeliverable') return ''
  if (reason === '' && kind === 'unmatched-payment') return t('task.reason.stray')
  if (reason === '' && kind === 'refund-failed') return t('task.reason.refundFailed')
  const cancelled = cancelledText(detail, t, euros)
  if (cancelled !== null) return cancelled
  return reason in REASONS ? t(REASONS[reason as keyof typeof REASONS]) : reason
}

/** What was returned of a cancelled order. */
function cancelledText({ code, values }: Cause['detail'], t: Translate, euros: Euros) {
  if (code !== CANCELLED_CHECK) return null
  // Tasks of earlier releases have no amounts.
  if (typeof values !== 'object' || values === null) return ''
  const numbers = values as Record<string, unknown>
  const numberOf = (name: string) => (typeof numbers[name] === 'number' ? numbers[name] : 0)
  return t('task.reason.cancelled', {
    points: numberOf('points'),
    pointsBack: numberOf('points_back'),
    euros: euros(numberOf('cents')),
    eurosBack: euros(numberOf('cents_back')),
  })
}

/** The title of a task and its details, in one line. */
export function taskText(task: TaskFacts, t: Translate, euros: Euros) {
  return [taskTitle(task, t, euros), detailText(task, t, euros)].filter(Boolean).join(' · ')
}

/** Details that the title does not contain: how far a job came, and why it stopped. */
export function detailText(task: Omit<TaskFacts, 'order' | 'cases'>, t: Translate, euros: Euros) {
  const [, progress] = jobTexts(t, task.detail)
  return [progress, reasonText(task, t, euros)].filter(Boolean).join(' · ')
}

/** The kind and progress of a background job. */
function jobTexts(t: Translate, { kind, done, total }: Cause['detail']): string[] {
  if (typeof kind !== 'string' || !isJobKind(kind) || typeof done !== 'number') return []
  return [
    jobName(t, kind),
    jobProgressText(t, { done, total: typeof total === 'number' ? total : null }),
  ]
}
