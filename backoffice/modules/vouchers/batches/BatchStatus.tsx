import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { EXPIRING_DAYS } from '#domain/vouchers/batch-validity.ts'
import type { StaffResponse } from '#contract/client.staff.ts'

export type Batch = StaffResponse<'batch'>

const STATE_MARKS = {
  'being-made': 'half',
  waiting: 'wait',
  'under-way': 'half',
  'not-handed-over': 'warn',
  'handed-over': 'done',
  expired: 'off',
  undone: 'off',
} as const satisfies Record<Batch['state'], string>

/** Where the codes of a batch are, or when they end if that is soon. */
export function BatchStatus({ state, days_left }: Pick<Batch, 'state' | 'days_left'>) {
  const t = useTranslate()
  if (state === 'handed-over' && days_left !== null && days_left <= EXPIRING_DAYS)
    return (
      <StatusMark kind="warn">
        {days_left === 0 ? t('batch.expiresToday') : t('batch.expiresIn', { count: days_left })}
      </StatusMark>
    )
  return <StatusMark kind={STATE_MARKS[state]}>{t(`batch.${state}`)}</StatusMark>
}
