import { useQuery } from '@tanstack/react-query'

import { HostsField } from '#backoffice/modules/channels/HostsField.tsx'
import { hostsIn } from '#backoffice/modules/channels/host-names.ts'
import { takenHostText } from '#backoffice/modules/channels/taken-host-texts.ts'
import { navigate } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { FormCheckbox, FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './NewChannelPage.module.css'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

const PARTS = ['texts', 'theme', 'navigation', 'tiles', 'offers'] as const
type Part = (typeof PARTS)[number]
type Values = { from: string; id: string; name: string; hosts: string; parts: Part[] }
type Draft = ReturnType<typeof useDraft<Values>>

/** A channel copied completely from another channel. The copy is closed until it is opened. */
export function NewChannelPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const draft = useDraft<Values>(`${staff.id}.channel.new`, {
    from: '',
    id: '',
    name: '',
    hosts: '',
    parts: [...PARTS],
  })
  const { values } = draft
  const action = useAction('createChannel', {
    done: ({ id }) => t('channel.made', { name: `${id} ${values.name}` }),
  })
  return (
    <>
      <PageHead
        title={t('channel.new')}
        parent={{ to: '/backoffice/channels', label: t('channels') }}
      />
      <div className={css.body}>
        <Form
          title={t('channel.new')}
          titled={false}
          submit={t('channel.make')}
          note={t('channel.newHelp')}
          failure={takenHostText(t, action.refusal) ?? action.failure}
          refusal={action.refusal}
          busy={action.busy}
          changed={draft.changed}
          onDiscard={draft.clear}
          onSubmit={async () => {
            const created = await action.run({ ...values, hosts: hostsIn(values.hosts) })
            if (!created) return
            draft.clear()
            navigate(`/backoffice/channels/${created.id}`)
          }}
        >
          <NewChannelFields draft={draft} />
        </Form>
      </div>
    </>
  )
}

function NewChannelFields({ draft }: { draft: Draft }) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('channelNames', {}))
  const channels = (data?.items ?? []).filter(({ id }) => id !== SHARED_CHANNEL)
  const { values, type } = draft
  return (
    <>
      <FormSelect
        label={t('channel.newFrom')}
        required
        value={values.from}
        onChange={({ target }) => type({ from: target.value })}
      >
        <option value="">–</option>
        {channels.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FormSelect>
      <PartsField draft={draft} />
      <FormField
        name="id"
        label={t('channel.newNumber')}
        hint={t('channel.newNumberHelp')}
        required
        pattern="[0-9]{1,10}"
        inputMode="numeric"
        value={values.id}
        onChange={({ target }) => type({ id: target.value })}
      />
      <FormField
        label={t('name')}
        required
        maxLength={200}
        value={values.name}
        onChange={({ target }) => type({ name: target.value })}
      />
      <HostsField value={values.hosts} onChange={(hosts) => type({ hosts })} />
    </>
  )
}

function PartsField({ draft: { values, type } }: { draft: Draft }) {
  const t = useTranslate()
  return (
    <fieldset className={css.parts}>
      <legend>{t('channel.newParts')}</legend>
      {PARTS.map((part) => (
        <FormCheckbox
          key={part}
          checked={values.parts.includes(part)}
          onChange={({ target }) =>
            type({
              parts: PARTS.filter((other) =>
                other === part ? target.checked : values.parts.includes(other),
              ),
            })
          }
        >
          {t(`channel.part.${part}`)}
        </FormCheckbox>
      ))}
    </fieldset>
  )
}
