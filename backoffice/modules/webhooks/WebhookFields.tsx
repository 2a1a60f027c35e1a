import { FormCheckbox, FormField } from '#backoffice/kit/form/FormField.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffInput } from '#contract/client.staff.ts'
import { WEBHOOK_KINDS, type WebhookKind } from '#domain/webhooks/webhook-kinds.ts'

import css from './Webhooks.module.css'

export type WebhookValues = {
  name: string
  url: string
  kinds: WebhookKind[]
  /** With commas between them. */
  channels: string
}

export const webhookInput = ({ channels, ...values }: WebhookValues): StaffInput<'addWebhook'> => ({
  ...values,
  channels: channels.split(/[\s,;]+/).filter((channel) => channel !== ''),
})

/** The URL and the events of a webhook. */
export function WebhookFields({
  values,
  type,
}: {
  values: WebhookValues
  type: (part: Partial<WebhookValues>) => void
}) {
  const t = useTranslate()
  return (
    <>
      <FormField
        label={t('webhook.name')}
        required
        maxLength={100}
        value={values.name}
        onChange={({ target }) => type({ name: target.value })}
      />
      <FormField
        label={t('webhook.url')}
        hint={t('webhook.urlHelp')}
        type="url"
        autoComplete="off"
        spellCheck={false}
        required
        maxLength={500}
        value={values.url}
        onChange={({ target }) => type({ url: target.value })}
      />
      <fieldset className={css.kinds}>
        <legend>{t('webhook.kinds')}</legend>
        {WEBHOOK_KINDS.map((kind) => (
          <FormCheckbox
            key={kind}
            checked={values.kinds.includes(kind)}
            onChange={({ target }) =>
              type({
                kinds: WEBHOOK_KINDS.filter((one) =>
                  one === kind ? target.checked : values.kinds.includes(one),
                ),
              })
            }
          >
            {t(`webhook.kind.${kind}`)}
          </FormCheckbox>
        ))}
      </fieldset>
      <FormField
        label={t('webhook.channels')}
        pattern="[\d\s,;]*"
        maxLength={4000}
        value={values.channels}
        onChange={({ target }) => type({ channels: target.value })}
      />
    </>
  )
}
