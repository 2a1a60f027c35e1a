import { useQuery } from '@tanstack/react-query'

import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PageAwaited } from '#backoffice/kit/page/PagePending.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { StateMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import {
  DELIVERY_MARK,
  kindWords,
  subjectWords,
} from '#backoffice/modules/webhooks/delivery-list.tsx'
import { useSay } from '#backoffice/i18n/translator.tsx'

import css from './Webhooks.module.css'

/** One event: what is sent, and what was answered each time. */
export function WebhookDeliveryPage({ params: { id = '', delivery = '' } }: StaffPageProps) {
  const say = useSay()
  const { data, error, refetch } = useQuery(staffQuery('webhookDelivery', { id: delivery }))
  const again = useAction('sendWebhooksAgain', { done: () => say('webhook.againDone') })
  const up = { to: `/backoffice/webhooks/${id}/log`, word: say('webhook.log') }
  if (error || !data) {
    return (
      <PageAwaited
        title={say('webhook.delivery')}
        up={up}
        error={error}
        again={() => void refetch()}
      />
    )
  }
  const { kind, subject, at, state, message, due_at, webhook, attempts } = data
  return (
    <>
      <PageHead
        title={`${kindWords(say, kind)} ${subjectWords({ kind, subject })}`}
        up={up}
        acts={
          webhook.state === 'on' ? (
            <ActionButton
              look="main"
              busy={again.busy}
              onClick={() => void again.run({ id: webhook.id, ids: [data.id] })}
            >
              {say('webhook.again')}
            </ActionButton>
          ) : null
        }
      />
      <div className={css.body}>
        {again.wrong ? <Notice kind="bad">{again.wrong}</Notice> : null}
        <dl className={css.facts}>
          <dt>{say('webhook.one')}</dt>
          <dd>{webhook.name}</dd>
          <dt>{say('webhook.when')}</dt>
          <dd>
            <Moment at={at} />
          </dd>
          <dt>{say('state')}</dt>
          <dd>
            <StateMark kind={DELIVERY_MARK[state]}>{say(`webhook.of.${state}`)}</StateMark>
          </dd>
          {due_at && attempts.length > 0 ? (
            <>
              <dt>{say('webhook.nextTry')}</dt>
              <dd>
                <Moment at={due_at} />
              </dd>
            </>
          ) : null}
          <dt>{say('webhook.id')}</dt>
          <dd className={css.code}>{message}</dd>
        </dl>
        <section aria-label={say('webhook.sent')}>
          <h2>{say('webhook.sent')}</h2>
          <pre className={css.text}>{JSON.stringify(data.data, null, 2)}</pre>
        </section>
        <section className={css.part} aria-label={say('webhook.attempts')}>
          <h2>{say('webhook.attempts')}</h2>
          {attempts.length === 0 ? (
            <p className={css.soft}>{say('webhook.noAttempts')}</p>
          ) : (
            <ol className={css.list}>
              {attempts.map((one) => (
                <li key={one.at}>
                  <div className={css.row}>
                    <strong>{one.status ?? say('webhook.noAnswer')}</strong>
                    <span className={css.soft}>
                      <Moment at={one.at} /> · {say('webhook.ms', { count: one.ms })}
                    </span>
                  </div>
                  {one.error ? <p className={css.soft}>{one.error}</p> : null}
                  {one.answer ? <pre className={css.text}>{one.answer}</pre> : null}
                </li>
              ))}
            </ol>
          )}
        </section>
      </div>
    </>
  )
}
