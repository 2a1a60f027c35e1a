import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

type State = StaffResponse<'digitalStocks'>['items'][number]['state']

const KINDS = {
  waiting: 'bad',
  out: 'bad',
  'at-risk': 'warn',
  low: 'warn',
  fine: 'done',
} as const satisfies Record<State, string>

export function CodeStatus({ state }: { state: State }) {
  const t = useTranslate()
  return <StatusMark kind={KINDS[state]}>{t(`digital.state.${state}`)}</StatusMark>
}
