import { StateMark } from '#backoffice/parts/StateMark.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

const KINDS = { making: 'half', open: 'done', closed: 'off' } as const

export function ChannelState({ state }: { state: keyof typeof KINDS }) {
  const say = useSay()
  return <StateMark kind={KINDS[state]}>{say(`ch.state.${state}`)}</StateMark>
}
