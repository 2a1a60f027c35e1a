import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

export type Batch = StaffResponse<'batch'>

const KINDS = {
  'being-made': 'half',
  waiting: 'wait',
  'under-way': 'half',
  'not-handed-over': 'warn',
  'handed-over': 'done',
  undone: 'off',
} as const satisfies Record<Batch['state'], string>

/** Where the codes of a batch are. */
export function BatchStatus({ state }: { state: Batch['state'] }) {
  const t = useTranslate()
  return <StatusMark kind={KINDS[state]}>{t(`batch.${state}`)}</StatusMark>
}
