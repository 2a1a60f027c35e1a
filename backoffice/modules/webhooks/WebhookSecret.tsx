import { useState } from 'react'

import { Card } from '#backoffice/kit/page/Card.tsx'
import { FormCheckbox } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { SecretShownOnce } from '#backoffice/modules/webhooks/SecretShownOnce.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './Webhooks.module.css'

/** Creates a new secret. A secret is shown only once. */
export function WebhookSecret({ webhook }: { webhook: StaffResponse<'staffWebhook'> }) {
  const t = useTranslate()
  const { id, old_secret_until } = webhook
  const createSecret = useAction('newWebhookSecret')
  const [atOnce, setAtOnce] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null) return <SecretShownOnce secret={secret} onSaved={() => setSecret(null)} />
  return (
    <Card title={t('webhook.newSecret')}>
      <Form
        main={false}
        titled={false}
        title={t('webhook.newSecret')}
        submit={t('webhook.makeSecret')}
        failure={createSecret.failure}
        busy={createSecret.busy}
        changed={atOnce}
        onDiscard={() => setAtOnce(false)}
        onSubmit={async () => {
          const created = await createSecret.run({ id, at_once: atOnce })
          if (!created) return
          setSecret(created.secret)
          setAtOnce(false)
        }}
      >
        <p className={css.soft}>{t('webhook.newSecretHelp')}</p>
        {old_secret_until ? (
          <p>
            {t('webhook.oldUntil')} <DateTime at={old_secret_until} />
          </p>
        ) : null}
        <FormCheckbox checked={atOnce} onChange={({ target }) => setAtOnce(target.checked)}>
          {t('webhook.atOnce')}
        </FormCheckbox>
      </Form>
    </Card>
  )
}
