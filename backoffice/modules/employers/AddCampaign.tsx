import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import {
  CampaignFields,
  type CampaignValues,
  sentCampaign,
} from '#backoffice/modules/employers/CampaignFields.tsx'
import { FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

type Values = CampaignValues & { channel: string }
const EMPTY: Values = { name: '', channel: '', opens: '', closes: '', budget: '', rule: 'billed' }

/** A new campaign in one channel, with a budget. */
export function AddCampaign({ employer, me }: { employer: string; me: string }) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('channelNames', {}))
  const draft = useDraft<Values>(`${me}.campaign.${employer}`, EMPTY)
  const action = useAction('addCampaign', { done: ({ name }) => t('campaignAdded', { name }) })
  const { channel } = draft.values
  return (
    <Form
      main={false}
      title={t('newCampaign')}
      submit={t('newCampaign')}
      wrong={action.wrong}
      refusal={action.refusal}
      busy={action.busy}
      changed={draft.changed}
      onDiscard={draft.clear}
      onSubmit={async () => {
        const made = await action.run({
          employer,
          channel,
          ...sentCampaign(draft.values),
        })
        if (made) draft.clear()
      }}
    >
      <FormSelect
        label={t('channel')}
        name="channel"
        required
        value={channel}
        onChange={({ target }) => draft.type({ channel: target.value })}
      >
        <option value="">{t('chooseChannel')}</option>
        {(data?.items ?? [])
          .filter(({ id }) => id !== SHARED_CHANNEL)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </FormSelect>
      <CampaignFields values={draft.values} type={draft.type} budgetHint={t('budgetHelp')} />
    </Form>
  )
}
