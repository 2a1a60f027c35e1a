import { useQuery } from '@tanstack/react-query'

import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import {
  DELIVERY_MARK,
  kindWords,
  subjectWords,
} from '#backoffice/modules/webhooks/delivery-list.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './Webhooks.module.css'

/** One event: its payload and the response to each attempt. */
export function WebhookDeliveryPage({ params: { id = '', delivery = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(staffQuery('webhookDelivery', { id: delivery }))
  const again = useAction('retryWebhooks', { done: () => t('webhook.againDone') })
  const parent = { to: `/backoffice/webhooks/${id}/log`, label: t('webhook.log') }
  if (!data) {
    return (
      <PagePending
        title={t('webhook.delivery')}
        parent={parent}
        error={error}
        again={() => void refetch()}
      />
    )
  }
  const { kind, subject, webhook } = data
  return (
    <>
      <PageHead
        title={`${kindWords(t, kind)} ${subjectWords({ kind, subject })}`}
        parent={parent}
        actions={
          webhook.state === 'on' ? (
            <ActionButton
              look="main"
              busy={again.busy}
              onClick={() => void again.run({ id: webhook.id, ids: [data.id] })}
            >
              {t('webhook.again')}
            </ActionButton>
          ) : null
        }
      />
      <div className={css.body}>
        {again.wrong ? <Notice kind="bad">{again.wrong}</Notice> : null}
        <DeliveryFacts delivery={data} />
        <section aria-label={t('webhook.sent')}>
          <h2>{t('webhook.sent')}</h2>
          <pre className={css.text}>{JSON.stringify(data.data, null, 2)}</pre>
        </section>
        <Attempts attempts={data.attempts} />
      </div>
    </>
  )
}

type Delivery = StaffResponse<'webhookDelivery'>

function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const t = useTranslate()
  const { at, state, message, due_at, webhook, attempts } = delivery
  return (
    <dl className={css.facts}>
      <dt>{t('webhook.one')}</dt>
      <dd>{webhook.name}</dd>
      <dt>{t('webhook.when')}</dt>
      <dd>
        <DateTime at={at} />
      </dd>
      <dt>{t('state')}</dt>
      <dd>
        <StatusMark kind={DELIVERY_MARK[state]}>{t(`webhook.of.${state}`)}</StatusMark>
      </dd>
      {due_at && attempts.length > 0 ? (
        <>
          <dt>{t('webhook.nextTry')}</dt>
          <dd>
            <DateTime at={due_at} />
          </dd>
        </>
      ) : null}
      <dt>{t('webhook.id')}</dt>
      <dd className={css.code}>{message}</dd>
    </dl>
  )
}

function Attempts({ attempts }: Pick<Delivery, 'attempts'>) {
  const t = useTranslate()
  return (
    <section className={css.part} aria-label={t('webhook.attempts')}>
      <h2>{t('webhook.attempts')}</h2>
      {attempts.length === 0 ? (
        <p className={css.soft}>{t('webhook.noAttempts')}</p>
      ) : (
        <ol className={css.list}>
          {attempts.map((one) => (
            <li key={one.at}>
              <div className={css.row}>
                <strong>{one.status ?? t('webhook.noAnswer')}</strong>
                <span className={css.soft}>
                  <DateTime at={one.at} /> · {t('webhook.ms', { count: one.ms })}
                </span>
              </div>
              {one.error ? <p className={css.soft}>{one.error}</p> : null}
              {one.answer ? <pre className={css.text}>{one.answer}</pre> : null}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
