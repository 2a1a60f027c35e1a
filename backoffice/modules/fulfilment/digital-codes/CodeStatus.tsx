import { StateMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useSay } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

type State = StaffResponse<'digitalShelves'>['items'][number]['state']

const KINDS = {
  waiting: 'bad',
  out: 'bad',
  'at-risk': 'warn',
  low: 'warn',
  fine: 'done',
} as const satisfies Record<State, string>

export function CodeMark({ state }: { state: State }) {
  const say = useSay()
  return <StateMark kind={KINDS[state]}>{say(`digital.state.${state}`)}</StateMark>
}
