import { StateMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useSay } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

type Webhook = Pick<StaffResponse<'staffWebhook'>, 'state' | 'failing_since'>

const MARK = { on: 'done', off: 'off', gone: 'warn' } as const

/** One that is on and hears nothing is not well. */
export function WebhookState({ webhook: { state, failing_since } }: { webhook: Webhook }) {
  const say = useSay()
  if (state === 'on' && failing_since)
    return <StateMark kind="warn">{say('webhook.fails')}</StateMark>
  return <StateMark kind={MARK[state]}>{say(`webhook.state.${state}`)}</StateMark>
}
