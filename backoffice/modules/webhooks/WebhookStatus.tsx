import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

type Webhook = Pick<StaffResponse<'staffWebhook'>, 'state' | 'failing_since'>

const STATE_MARKS = { on: 'done', off: 'off', gone: 'warn' } as const

/** An active webhook with failing deliveries shows a warning. */
export function WebhookStatus({ webhook: { state, failing_since } }: { webhook: Webhook }) {
  const t = useTranslate()
  if (state === 'on' && failing_since)
    return <StatusMark kind="warn">{t('webhook.fails')}</StatusMark>
  return <StatusMark kind={STATE_MARKS[state]}>{t(`webhook.state.${state}`)}</StatusMark>
}
