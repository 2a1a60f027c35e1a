import { StateMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useSay } from '#backoffice/i18n/translator.tsx'

const KINDS = { making: 'half', open: 'done', closed: 'off' } as const

export function ChannelState({ state }: { state: keyof typeof KINDS }) {
  const say = useSay()
  return <StateMark kind={KINDS[state]}>{say(`ch.state.${state}`)}</StateMark>
}
