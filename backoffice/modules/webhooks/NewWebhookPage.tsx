import { useState } from 'react'

import { navigate } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { PageBody } from '#backoffice/kit/page/PageBody.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { SecretShownOnce } from '#backoffice/modules/webhooks/SecretShownOnce.tsx'
import {
  WebhookFields,
  type WebhookValues,
  webhookDraftKey,
} from '#backoffice/modules/webhooks/WebhookFields.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

const EMPTY: WebhookValues = { name: '', url: '', kinds: [], channels: [] }

export function NewWebhookPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const draft = useDraft<WebhookValues>(webhookDraftKey(staff.id), EMPTY)
  const action = useAction('addWebhook')
  const [created, setCreated] = useState<{ id: string; secret: string } | null>(null)
  const [isWithoutKind, setWithoutKind] = useState(false)
  return (
    <>
      <PageHead
        title={t('webhook.new')}
        parent={{ to: '/backoffice/webhooks', label: t('webhook.title') }}
      />
      <PageBody width="form">
        <Card title={t('webhook.details')}>
          {created ? (
            <SecretShownOnce
              secret={created.secret}
              onSaved={() => navigate(`/backoffice/webhooks/${created.id}`)}
            />
          ) : (
            <Form
              title={t('webhook.new')}
              titled={false}
              submit={t('save')}
              failure={isWithoutKind ? t('webhook.needsKind') : action.failure}
              busy={action.busy}
              changed={draft.changed}
              onDiscard={draft.clear}
              onSubmit={async () => {
                setWithoutKind(draft.values.kinds.length === 0)
                if (draft.values.kinds.length === 0) return
                const added = await action.run(draft.values)
                if (!added) return
                setCreated(added)
                draft.clear()
              }}
            >
              <WebhookFields values={draft.values} type={draft.type} />
            </Form>
          )}
        </Card>
      </PageBody>
    </>
  )
}
