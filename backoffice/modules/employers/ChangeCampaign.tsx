import { conflictNotice } from '#backoffice/kit/drafts/ConflictNotice.tsx'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { CampaignFields, campaignInput } from '#backoffice/modules/employers/CampaignFields.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import {
  type Translate,
  useBackofficeLanguage,
  useTranslate,
} from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

type Campaign = StaffResponse<'campaigns'>['items'][number]

/** The saved values with their labels, for a conflict. */
const savedTexts = (campaign: Campaign, t: Translate, language: string) =>
  ({
    name: [t('campaignName'), campaign.name],
    opens: [t('opensOn'), campaign.opens && formatDay(language, campaign.opens)],
    closes: [t('closesOn'), campaign.closes && formatDay(language, campaign.closes)],
    budget: [t('budgetPoints'), campaign.budget_points?.toLocaleString(language) ?? ''],
    rule: [t('unclaimedRule'), t(`unclaimed.${campaign.unclaimed_rule}`)],
    days: [t('remindDays'), campaign.remind_days],
  }) as const

type ChangeCampaignProps = { campaign: Campaign; me: string; onSaved: () => void }

/** Changes the dates, the budget or the rule of a campaign. */
export function ChangeCampaign({ campaign, me, onSaved }: ChangeCampaignProps) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const draft = useDraft(`${me}.change-campaign.${campaign.id}`, {
    name: campaign.name,
    opens: campaign.opens ?? '',
    closes: campaign.closes ?? '',
    budget: campaign.budget_points === null ? '' : String(campaign.budget_points),
    rule: campaign.unclaimed_rule,
    days: campaign.remind_days === null ? '' : String(campaign.remind_days),
  })
  const action = useAction('changeCampaign', {
    done: ({ name }) => t('campaignChanged', { name }),
  })
  const { days: remindDays } = draft.values
  return (
    <Form
      title={t('changeCampaign', { name: campaign.name })}
      titled={false}
      submit={t('save')}
      failure={action.failure}
      refusal={action.refusal}
      busy={action.busy}
      conflict={conflictNotice(draft.conflict, savedTexts(campaign, t, language))}
      changed={draft.changed}
      onDiscard={draft.clear}
      onSubmit={async () => {
        const changed = await action.run({
          id: campaign.id,
          version: campaign.version,
          ...campaignInput(draft.values),
          remind_days: remindDays === '' ? null : Number(remindDays),
        })
        if (!changed) return
        draft.clear()
        onSaved()
      }}
    >
      <CampaignFields
        values={draft.values}
        type={draft.type}
        budgetHint={`${t('pointsGiven')}: ${campaign.granted.toLocaleString(language)}`}
      />
      <FormField
        label={t('remindDays')}
        name="remind_days"
        hint={t('remindDaysOfCampaign')}
        inputMode="numeric"
        pattern="[1-9]\d{0,2}"
        value={remindDays}
        onChange={({ target }) => draft.type({ days: target.value.trim() })}
      />
    </Form>
  )
}
