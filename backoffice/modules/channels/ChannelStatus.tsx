import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

const KINDS = { making: 'half', open: 'done', closed: 'off' } as const

export function ChannelStatus({ state }: { state: keyof typeof KINDS }) {
  const t = useTranslate()
  return <StatusMark kind={KINDS[state]}>{t(`channel.state.${state}`)}</StatusMark>
}
