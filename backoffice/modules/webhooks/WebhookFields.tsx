import { ChannelsField } from '#backoffice/kit/form/ChannelsField.tsx'
import { FormCheckbox, FormField } from '#backoffice/kit/form/FormField.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { WEBHOOK_KINDS, type WebhookKind } from '#domain/webhooks/webhook-kinds.ts'

import css from './Webhooks.module.css'

export type WebhookValues = {
  name: string
  url: string
  kinds: WebhookKind[]
  /** Empty: all channels. Sorted, so that a selection that is undone is no change. */
  channels: string[]
}

/** The draft's key. Not '.webhook': older drafts with that key contain the channels as text. */
export const webhookDraftKey = (user: string, webhook = 'new') => `${user}.webhooks.${webhook}`

/** The kinds with or without this one, in the order of `WEBHOOK_KINDS`. */
const withKind = (kinds: WebhookKind[], changed: WebhookKind, isChecked: boolean) =>
  WEBHOOK_KINDS.filter((kind) => (kind === changed ? isChecked : kinds.includes(kind)))

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
            onChange={({ target }) => type({ kinds: withKind(values.kinds, kind, target.checked) })}
          >
            {t(`webhook.kind.${kind}`)}
          </FormCheckbox>
        ))}
      </fieldset>
      <ChannelsField
        hint={t('webhook.channelsHelp')}
        leaveOut={SHARED_CHANNEL}
        chosen={values.channels}
        choose={(channels) => type({ channels })}
      />
    </>
  )
}
