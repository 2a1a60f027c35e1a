import { FormCheckbox, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import {
  FACT_VALUE_LABELS,
  FACT_LABELS,
} from '#backoffice/modules/catalog/gifts/gift-field-texts.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import { type GiftFact, giftFact, type GiftFactValue } from '#domain/catalog/gift-facts.ts'

/** A fact of a gift: a checkbox for yes or no, otherwise a select. */
export function GiftFactField<Name extends GiftFact>({
  name,
  value,
  onValue,
}: {
  name: Name
  value: GiftFactValue<Name>
  onValue: (value: GiftFactValue<Name>) => void
}) {
  const t = useTranslate()
  const fact = giftFact(name)
  if (fact.kind === 'flag') {
    return (
      <FormCheckbox
        checked={value === true}
        onChange={({ target }) => onValue(target.checked as GiftFactValue<Name>)}
      >
        {t(FACT_LABELS[name])}
      </FormCheckbox>
    )
  }
  const valueLabels = (
    FACT_VALUE_LABELS as Readonly<Record<string, Readonly<Record<string, MessageKey>>>>
  )[name]
  return (
    <FormSelect
      label={t(FACT_LABELS[name])}
      value={String(value)}
      onChange={({ target }) => onValue(target.value as GiftFactValue<Name>)}
    >
      {Object.entries(valueLabels ?? {}).map(([option, label]) => (
        <option key={option} value={option}>
          {t(label)}
        </option>
      ))}
    </FormSelect>
  )
}
