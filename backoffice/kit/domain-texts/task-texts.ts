import { howFar, isWorkKind, workName } from '#backoffice/kit/jobs/job-texts.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import type { StaffResponse } from '#contract/client.staff.ts'

export type Cause = StaffResponse<'task'>['items'][number]

/** Reasons that the shop itself sets. Texts of a service or a person are shown as they are. */
const REASONS = {
  lost: 'parcel.state.lost',
  refused: 'parcel.state.refused',
  found: 'task.reason.found',
  'goods not back': 'task.goodsNotBack',
} as const satisfies Record<string, MessageKey>

export function reasonText(t: Translate, kind: Cause['kind'], reason: string): string {
  if (reason === '' && kind === 'unmatched-payment') return t('task.reason.stray')
  if (reason === '' && kind === 'refund-failed') return t('task.reason.refundFailed')
  return reason in REASONS ? t(REASONS[reason as keyof typeof REASONS]) : reason
}

/** One summary line of a task: its subject and the reason it stopped. */
export function causeText(
  { kind, reason, detail, order }: Pick<Cause, 'kind' | 'reason' | 'detail' | 'order'>,
  t: Translate,
  euros: (cents: number) => string,
) {
  const about = [order, typeof detail['name'] === 'string' ? detail['name'] : null]
  const cents = typeof detail['cents'] === 'number' ? euros(detail['cents']) : null
  const said = [...about, ...jobTexts(t, detail), cents, reasonText(t, kind, reason)]
  return said.filter(Boolean).join(' · ') || '–'
}

/** The kind and progress of a background job. */
function jobTexts(t: Translate, { kind, done, total }: Cause['detail']): string[] {
  if (typeof kind !== 'string' || !isWorkKind(kind) || typeof done !== 'number') return []
  return [workName(t, kind), howFar(t, { done, total: typeof total === 'number' ? total : null })]
}
