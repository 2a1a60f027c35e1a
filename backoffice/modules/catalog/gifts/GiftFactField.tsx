import { FormCheckbox, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { FACT_VALUES, FACT_WORDS } from '#backoffice/modules/catalog/gifts/gift-field-texts.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import { type GiftFact, giftFact, type GiftFactValue } from '#domain/catalog/gift-facts.ts'

/** A fact of a gift: a box for yes or no, else a choice. */
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
        {t(FACT_WORDS[name])}
      </FormCheckbox>
    )
  }
  const words = (FACT_VALUES as Readonly<Record<string, Readonly<Record<string, MessageKey>>>>)[
    name
  ]
  return (
    <FormSelect
      label={t(FACT_WORDS[name])}
      value={String(value)}
      onChange={({ target }) => onValue(target.value as GiftFactValue<Name>)}
    >
      {Object.entries(words ?? {}).map(([one, label]) => (
        <option key={one} value={one}>
          {t(label)}
        </option>
      ))}
    </FormSelect>
  )
}
