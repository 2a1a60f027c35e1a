import type { ComponentProps } from 'react'

import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

type State = StaffResponse<'releases'>['items'][number]['state']

const KINDS: Record<State, ComponentProps<typeof StatusMark>['kind']> = {
  draft: 'wait',
  scheduled: 'half',
  stopped: 'bad',
  live: 'done',
  ended: 'off',
  archived: 'off',
}

export function ReleaseStatus({ state }: { state: State }) {
  const t = useTranslate()
  return <StatusMark kind={KINDS[state]}>{t(`release.state.${state}`)}</StatusMark>
}
