import { useQuery } from '@tanstack/react-query'

import { deskQuery } from '#backoffice/desk-queries.ts'
import { useDraft } from '#backoffice/draft.ts'
import { DeskDate } from '#backoffice/parts/DeskDate.tsx'
import { DeskField, DeskSelect } from '#backoffice/parts/DeskField.tsx'
import { Form } from '#backoffice/parts/Form.tsx'
import { useDeed } from '#backoffice/use-deed.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'

type Rule = 'billed' | 'half' | 'not-billed'
type Values = {
  name: string
  channel: string
  opens: string
  closes: string
  budget: string
  rule: Rule
}
const EMPTY: Values = { name: '', channel: '', opens: '', closes: '', budget: '', rule: 'billed' }
const RULES: readonly Rule[] = ['billed', 'half', 'not-billed']
const SHARED = '2'

/** What is to be given in one channel, within a budget. */
export function AddCampaign({ employer, me }: { employer: string; me: string }) {
  const say = useSay()
  const { data } = useQuery(deskQuery('channelNames', {}))
  const draft = useDraft<Values>(`${me}.campaign.${employer}`, EMPTY)
  const deed = useDeed('addCampaign', { done: ({ name }) => say('campaignAdded', { name }) })
  const { name, channel, opens, closes, budget, rule } = draft.values
  return (
    <Form
      title={say('newCampaign')}
      submit={say('newCampaign')}
      wrong={deed.wrong}
      refusal={deed.refusal}
      busy={deed.busy}
      changed={draft.changed}
      onDiscard={draft.clear}
      onSubmit={async () => {
        const made = await deed.run({
          employer,
          channel,
          name,
          opens: opens === '' ? null : opens,
          closes: closes === '' ? null : closes,
          unclaimed_rule: rule,
          budget_points: /^\d{1,9}$/.test(budget) ? Number(budget) : null,
        })
        if (made) draft.clear()
      }}
    >
      <DeskField
        label={say('campaignName')}
        name="name"
        required
        maxLength={200}
        value={name}
        onChange={({ target }) => draft.type({ name: target.value })}
      />
      <DeskSelect
        label={say('channel')}
        name="channel"
        required
        value={channel}
        onChange={({ target }) => draft.type({ channel: target.value })}
      >
        <option value="">{say('chooseChannel')}</option>
        {(data?.items ?? [])
          .filter(({ id }) => id !== SHARED)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {id} {name}
            </option>
          ))}
      </DeskSelect>
      <DeskDate
        label={say('opensOn')}
        name="opens"
        value={opens}
        onValue={(opens) => draft.type({ opens })}
      />
      <DeskDate
        label={say('closesOn')}
        name="closes"
        min={opens}
        value={closes}
        onValue={(closes) => draft.type({ closes })}
      />
      <DeskField
        label={say('budgetPoints')}
        name="budget_points"
        hint={say('budgetHelp')}
        inputMode="numeric"
        pattern="\d{0,9}"
        value={budget}
        onChange={({ target }) => draft.type({ budget: target.value.trim() })}
      />
      <DeskSelect
        label={say('unclaimedRule')}
        value={rule}
        onChange={({ target }) =>
          draft.type({ rule: RULES.find((one) => one === target.value) ?? 'billed' })
        }
      >
        {RULES.map((one) => (
          <option key={one} value={one}>
            {say(`unclaimed.${one}`)}
          </option>
        ))}
      </DeskSelect>
    </Form>
  )
}
