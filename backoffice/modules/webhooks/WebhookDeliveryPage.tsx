import { useQuery } from '@tanstack/react-query'

import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FactList } from '#backoffice/kit/display/FactList.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { PageBody } from '#backoffice/kit/page/PageBody.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import {
  DELIVERY_MARKS,
  kindText,
  subjectText,
} from '#backoffice/modules/webhooks/delivery-list.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './Webhooks.module.css'

/** One event: its payload and the response to each attempt. */
export function WebhookDeliveryPage({ params: { id = '', delivery = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(staffQuery('webhookDelivery', { id: delivery }))
  const retry = useAction('retryWebhooks', { done: () => t('webhook.againDone') })
  const parent = { to: `/backoffice/webhooks/${id}/log`, label: t('webhook.log') }
  if (!data) {
    return (
      <PagePending
        title={t('webhook.delivery')}
        parent={parent}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  const { kind, subject, webhook } = data
  return (
    <>
      <PageHead
        title={`${kindText(t, kind)} ${subjectText({ kind, subject })}`}
        parent={parent}
        actions={
          webhook.state === 'on' ? (
            <ActionButton
              variant="main"
              busy={retry.busy}
              onClick={() => void retry.run({ id: webhook.id, ids: [data.id] })}
            >
              {t('webhook.again')}
            </ActionButton>
          ) : null
        }
      />
      <PageBody width="form">
        {retry.failure ? <Notice kind="bad">{retry.failure}</Notice> : null}
        <DeliveryFacts delivery={data} />
        <Card title={t('webhook.sent')}>
          <pre className={css.text}>{JSON.stringify(data.data, null, 2)}</pre>
        </Card>
        <Attempts attempts={data.attempts} />
      </PageBody>
    </>
  )
}

type Delivery = StaffResponse<'webhookDelivery'>

function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const t = useTranslate()
  const { at, state, message, due_at, webhook, attempts } = delivery
  return (
    <Card title={t('webhook.details')}>
      <FactList
        facts={[
          [t('webhook.one'), webhook.name],
          [t('webhook.when'), <DateTime key="at" at={at} />],
          [
            t('state'),
            <StatusMark key="state" kind={DELIVERY_MARKS[state]}>
              {t(`webhook.of.${state}`)}
            </StatusMark>,
          ],
          ...(due_at && attempts.length > 0
            ? [[t('webhook.nextTry'), <DateTime key="due" at={due_at} />] as const]
            : []),
          [
            t('webhook.id'),
            <span key="id" className={css.code}>
              {message}
            </span>,
          ],
        ]}
      />
    </Card>
  )
}

function Attempts({ attempts }: Pick<Delivery, 'attempts'>) {
  const t = useTranslate()
  return (
    <Card title={t('webhook.attempts')}>
      {attempts.length === 0 ? (
        <p className={css.soft}>{t('webhook.noAttempts')}</p>
      ) : (
        <ol className={css.list}>
          {attempts.map((attempt) => (
            <li key={attempt.at}>
              <div className={css.row}>
                <strong>{attempt.status ?? t('webhook.noAnswer')}</strong>
                <span className={css.soft}>
                  <DateTime at={attempt.at} /> · {t('webhook.ms', { count: attempt.ms })}
                </span>
              </div>
              {attempt.error ? <p className={css.soft}>{attempt.error}</p> : null}
              {attempt.answer ? <pre className={css.text}>{attempt.answer}</pre> : null}
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
