import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { BackofficeLink, navigate } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { conflictNotice } from '#backoffice/kit/drafts/ConflictNotice.tsx'
import { useChannels } from '#backoffice/kit/display/ChannelName.tsx'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { ActionButton, actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { AuditHistory } from '#backoffice/kit/audit/AuditHistory.tsx'
import { FactList } from '#backoffice/kit/display/FactList.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { PageColumns } from '#backoffice/kit/page/PageColumns.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import {
  WebhookFields,
  type WebhookValues,
  webhookDraftKey,
} from '#backoffice/modules/webhooks/WebhookFields.tsx'
import { WebhookSecret } from '#backoffice/modules/webhooks/WebhookSecret.tsx'
import { WebhookStatus } from '#backoffice/modules/webhooks/WebhookStatus.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { WEBHOOK_KINDS } from '#domain/webhooks/webhook-kinds.ts'

import css from './Webhooks.module.css'

type Webhook = StaffResponse<'staffWebhook'>

/** One webhook: its state, its URL and events, and its secret. */
export function WebhookPage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  // A webhook that is being removed must not be read again.
  const [isRemoving, setRemoving] = useState(false)
  const { data, error, refetch } = useQuery({
    ...staffQuery('staffWebhook', { id }),
    enabled: !isRemoving,
  })
  const parent = { to: '/backoffice/webhooks', label: t('webhook.title') }
  if (!data) {
    return (
      <PagePending
        title={t('webhook.one')}
        parent={parent}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <>
      <PageHead
        title={data.name}
        parent={parent}
        actions={
          <BackofficeLink className={actionButtonClass()} to={`/backoffice/webhooks/${id}/log`}>
            {t('webhook.openLog')}
          </BackofficeLink>
        }
      />
      <PageColumns
        side={
          <>
            <WebhookSecret webhook={data} />
            <AuditHistory
              title={t('history')}
              query={{ subject_kind: 'webhook', subject_id: id, limit: 20 }}
            />
          </>
        }
      >
        <WebhookState webhook={data} onRemoving={setRemoving} />
        <Card title={t('webhook.change')}>
          <ChangeWebhook key={data.version} webhook={data} me={staff.id} />
        </Card>
      </PageColumns>
    </>
  )
}

type OnRemoving = (isRemoving: boolean) => void

function WebhookState({ webhook, onRemoving }: { webhook: Webhook; onRemoving: OnRemoving }) {
  const t = useTranslate()
  const { id, state, failing_since, succeeded_at, waiting, given_up } = webhook
  const test = useAction('testWebhook', { done: () => t('webhook.tested') })
  const toggle = useAction('switchWebhook', { done: () => t('webhook.switched') })
  const retry = useAction('retryWebhooks', { done: () => t('webhook.againDone') })
  const [isRemoveOpen, setRemoveOpen] = useState(false)
  const failure = test.failure ?? toggle.failure ?? retry.failure
  const facts = [
    [t('state'), <WebhookStatus key="state" webhook={webhook} />],
    [t('webhook.waiting'), waiting],
    [t('webhook.givenUp'), given_up],
    [t('webhook.last'), succeeded_at ? <DateTime key="last" at={succeeded_at} /> : ''],
  ] as const
  return (
    <Card title={t('state')}>
      <FactList facts={facts} />
      {state === 'gone' ? <Notice kind="bad">{t('webhook.isGone')}</Notice> : null}
      {state === 'on' && failing_since ? (
        <Notice kind="bad">
          {t('webhook.failsSince')} <DateTime at={failing_since} />
        </Notice>
      ) : null}
      {failure ? <Notice kind="bad">{failure}</Notice> : null}
      <div className={css.row}>
        {state === 'on' ? (
          <ActionButton busy={test.busy} onClick={() => void test.run({ id })}>
            {t('webhook.test')}
          </ActionButton>
        ) : null}
        {state === 'on' && given_up > 0 ? (
          <ActionButton
            busy={retry.busy}
            onClick={() => void retry.run({ id, asked: { state: 'given-up', count: given_up } })}
          >
            {t('webhook.againOf', { count: given_up })}
          </ActionButton>
        ) : null}
        <ActionButton
          busy={toggle.busy}
          onClick={() => void toggle.run({ id, on: state !== 'on' })}
        >
          {t(state === 'on' ? 'webhook.switchOff' : 'webhook.switchOn')}
        </ActionButton>
        <ActionButton onClick={() => setRemoveOpen(true)}>{t('webhook.remove')}</ActionButton>
      </div>
      {isRemoveOpen ? (
        <RemoveWebhook id={id} onRemoving={onRemoving} onClose={() => setRemoveOpen(false)} />
      ) : null}
    </Card>
  )
}

function RemoveWebhook({
  id,
  onRemoving,
  onClose,
}: {
  id: string
  onRemoving: OnRemoving
  onClose: () => void
}) {
  const t = useTranslate()
  const action = useAction('removeWebhook', { done: () => t('webhook.removed') })
  return (
    <ModalDialog title={t('webhook.remove')} onClose={onClose}>
      <p>{t('webhook.removeSure')}</p>
      {action.failure ? <Notice kind="bad">{action.failure}</Notice> : null}
      <ActionButton
        variant="main"
        busy={action.busy}
        onClick={() => {
          onRemoving(true)
          void action
            .run({ id })
            .then((done) => (done ? navigate('/backoffice/webhooks') : onRemoving(false)))
        }}
      >
        {t('webhook.remove')}
      </ActionButton>
    </ModalDialog>
  )
}

function ChangeWebhook({ webhook, me }: { webhook: Webhook; me: string }) {
  const t = useTranslate()
  const { nameOf } = useChannels()
  const { id, version, name, url, kinds, channels } = webhook
  const saved: WebhookValues = {
    name,
    url,
    kinds: WEBHOOK_KINDS.filter((kind) => kinds.includes(kind)),
    channels: channels.toSorted(),
  }
  const draft = useDraft<WebhookValues>(webhookDraftKey(me, id), saved)
  const action = useAction('changeWebhook', { done: () => t('done') })
  const [isWithoutKind, setWithoutKind] = useState(false)
  return (
    <Form
      title={t('webhook.change')}
      titled={false}
      submit={t('save')}
      failure={isWithoutKind ? t('webhook.needsKind') : action.failure}
      busy={action.busy}
      conflict={conflictNotice(draft.conflict, {
        name: [t('webhook.name'), name],
        url: [t('webhook.url'), url],
        kinds: [
          t('webhook.kinds'),
          saved.kinds.map((kind) => t(`webhook.kind.${kind}`)).join(', '),
        ],
        channels: [t('channels'), channels.map(nameOf).join(', ')],
      })}
      changed={draft.changed}
      onDiscard={draft.clear}
      onSubmit={async () => {
        setWithoutKind(draft.values.kinds.length === 0)
        if (draft.values.kinds.length === 0) return
        if (await action.run({ id, version, ...draft.values })) draft.clear()
      }}
    >
      <WebhookFields values={draft.values} type={draft.type} />
    </Form>
  )
}
