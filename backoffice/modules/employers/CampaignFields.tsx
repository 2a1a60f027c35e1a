import { DateField } from '#backoffice/kit/form/DateField.tsx'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { UNCLAIMED_RULES } from '#contract/employers/employers.staff.ts'

/** The values of the form as texts. An empty date or budget sets no limit. */
export type CampaignValues = {
  name: string
  opens: string
  closes: string
  budget: string
  rule: (typeof UNCLAIMED_RULES)[number]
}

/** Fields of a new or existing campaign. */
export function CampaignFields({
  values: { name, opens, closes, budget, rule },
  type,
  budgetHint,
}: {
  values: CampaignValues
  type: (part: Partial<CampaignValues>) => void
  budgetHint: string
}) {
  const t = useTranslate()
  return (
    <>
      <FormField
        label={t('campaignName')}
        name="name"
        required
        maxLength={200}
        value={name}
        onChange={({ target }) => type({ name: target.value })}
      />
      <DateField
        label={t('opensOn')}
        name="opens"
        value={opens}
        onValue={(opens) => type({ opens })}
      />
      <DateField
        label={t('closesOn')}
        name="closes"
        min={opens}
        value={closes}
        onValue={(closes) => type({ closes })}
      />
      <FormField
        label={t('budgetPoints')}
        name="budget_points"
        hint={budgetHint}
        inputMode="numeric"
        pattern="[1-9]\d{0,8}"
        value={budget}
        onChange={({ target }) => type({ budget: target.value.trim() })}
      />
      <FormSelect
        label={t('unclaimedRule')}
        value={rule}
        onChange={({ target }) =>
          type({ rule: UNCLAIMED_RULES.find((option) => option === target.value) ?? 'billed' })
        }
      >
        {UNCLAIMED_RULES.map((option) => (
          <option key={option} value={option}>
            {t(`unclaimed.${option}`)}
          </option>
        ))}
      </FormSelect>
    </>
  )
}

/** The form's values as input of the API calls. */
export const campaignInput = ({ name, opens, closes, budget, rule }: CampaignValues) => ({
  name,
  opens: opens === '' ? null : opens,
  closes: closes === '' ? null : closes,
  unclaimed_rule: rule,
  budget_points: /^\d{1,9}$/.test(budget) ? Number(budget) : null,
})
