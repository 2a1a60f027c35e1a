import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { navigate } from '#backoffice/kit/router/address.tsx'
import {
  CampaignFields,
  type CampaignValues,
  campaignInput,
} from '#backoffice/modules/employers/CampaignFields.tsx'
import { EmployerSelect } from '#backoffice/modules/employers/EmployerSelect.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

type Values = CampaignValues & { employer: string; channel: string }
const EMPTY = { name: '', channel: '', opens: '', closes: '', budget: '', rule: 'billed' } as const

type NewCampaignProps = {
  me: string
  /** The employer of the page. Without it, the user selects one. */
  employer?: string
}

/** A button with a dialog for a new campaign. After saving, it opens the campaign's page. */
export function NewCampaign(props: NewCampaignProps) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionButton variant="main" data-anchor="new-campaign" onClick={() => setOpen(true)}>
        {t('newCampaign')}
      </ActionButton>
      {isOpen ? (
        <ModalDialog title={t('newCampaign')} onClose={() => setOpen(false)}>
          <CampaignForm {...props} />
        </ModalDialog>
      ) : null}
    </>
  )
}

function CampaignForm({ me, employer: fixedEmployer = '' }: NewCampaignProps) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('channelNames', {}))
  const draft = useDraft<Values>(`${me}.campaign.${fixedEmployer}`, {
    ...EMPTY,
    employer: fixedEmployer,
  })
  const action = useAction('addCampaign', { done: ({ name }) => t('campaignAdded', { name }) })
  const { employer, channel } = draft.values
  const channels = (data?.items ?? []).filter(({ id }) => id !== SHARED_CHANNEL)
  return (
    <Form
      title={t('newCampaign')}
      titled={false}
      submit={t('createCampaign')}
      failure={action.failure}
      refusal={action.refusal}
      busy={action.busy}
      changed={draft.changed}
      onDiscard={draft.clear}
      onSubmit={async () => {
        const created = await action.run({ employer, channel, ...campaignInput(draft.values) })
        if (!created) return
        draft.clear()
        navigate(`/backoffice/campaigns/${created.id}`)
      }}
    >
      {fixedEmployer === '' ? (
        <EmployerSelect value={employer} onValue={(employer) => draft.type({ employer })} />
      ) : null}
      <FormSelect
        label={t('channel')}
        name="channel"
        required
        value={channel}
        onChange={({ target }) => draft.type({ channel: target.value })}
      >
        <option value="">{t('chooseChannel')}</option>
        {channels.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FormSelect>
      <CampaignFields values={draft.values} type={draft.type} budgetHint={t('budgetHelp')} />
    </Form>
  )
}
