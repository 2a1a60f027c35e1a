import { useDraft } from '#backoffice/draft.ts'
import { DeskDate } from '#backoffice/parts/DeskDate.tsx'
import { DeskField, DeskSelect } from '#backoffice/parts/DeskField.tsx'
import { Form } from '#backoffice/parts/Form.tsx'
import { useDeed } from '#backoffice/use-deed.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'
import type { DeskAnswer } from '#contract/desk/desk-call.ts'

type Campaign = DeskAnswer<'campaigns'>['items'][number]
const RULES = ['billed', 'half', 'not-billed'] as const

/** Other days, another budget or another rule of a campaign that is there. */
export function ChangeCampaign({ campaign, me }: { campaign: Campaign; me: string }) {
  const say = useSay()
  const draft = useDraft(`${me}.change-campaign.${campaign.id}`, {
    name: campaign.name,
    opens: campaign.opens ?? '',
    closes: campaign.closes ?? '',
    budget: campaign.budget_points === null ? '' : String(campaign.budget_points),
    rule: campaign.unclaimed_rule,
    days: campaign.remind_days === null ? '' : String(campaign.remind_days),
  })
  const deed = useDeed('changeCampaign', { done: ({ name }) => say('campaignChanged', { name }) })
  const { name, opens, closes, budget, rule, days } = draft.values
  return (
    <Form
      title={say('changeCampaign', { name: campaign.name })}
      submit={say('save')}
      wrong={deed.wrong}
      refusal={deed.refusal}
      busy={deed.busy}
      changed={draft.changed}
      onDiscard={draft.clear}
      onSubmit={async () => {
        const changed = await deed.run({
          id: campaign.id,
          version: campaign.version,
          name,
          opens: opens === '' ? null : opens,
          closes: closes === '' ? null : closes,
          unclaimed_rule: rule,
          budget_points: budget === '' ? null : Number(budget),
          remind_days: days === '' ? null : Number(days),
        })
        if (changed) draft.clear()
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
        hint={`${say('pointsGiven')}: ${campaign.granted}`}
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
      <DeskField
        label={say('remindDays')}
        name="remind_days"
        hint={say('remindDaysOfCampaign')}
        inputMode="numeric"
        pattern="[1-9]\d{0,2}"
        value={days}
        onChange={({ target }) => draft.type({ days: target.value.trim() })}
      />
    </Form>
  )
}
