import { BOUNDS } from '#backoffice/modules/channels/settings/invalid-input.ts'
import type { FieldDraft } from '#backoffice/modules/channels/settings/use-field-draft.ts'
import type { SettingsDraft } from '#backoffice/modules/channels/settings/use-settings-draft.ts'
import { FormCheckbox, FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { COUNTRIES } from '#domain/addresses/countries.ts'

import css from './Fields.module.css'

/** The delivery countries, and the handling of undelivered parcels. */
export function DeliveryFields({
  fields,
  settings: { values, type },
  readOnly,
  mayWriteCountries,
}: {
  fields: FieldDraft
  settings: SettingsDraft
  readOnly: boolean
  mayWriteCountries: boolean
}) {
  const t = useTranslate()
  return (
    <>
      <CountriesField draft={fields} readOnly={!mayWriteCountries} />
      <FormField
        label={t('channel.supplierDays')}
        name="supplier_days"
        data-anchor="supplier_days"
        type="number"
        {...BOUNDS.supplier_days}
        required
        readOnly={readOnly}
        value={values.supplier_days}
        onChange={({ target }) => type({ supplier_days: target.value })}
      />
      <FormField
        label={t('replacement.days')}
        name="replacement_days"
        data-anchor="replacement_days"
        hint={t('replacement.daysHelp')}
        type="number"
        {...BOUNDS.replacement_days}
        required
        readOnly={readOnly}
        value={values.replacement_days}
        onChange={({ target }) => type({ replacement_days: target.value })}
      />
      <FormSelect
        label={t('replacement.fallenParcel')}
        name="undeliverable_parcel"
        data-anchor="undeliverable_parcel"
        disabled={readOnly}
        value={values.undeliverable_parcel}
        onChange={({ target }) =>
          type({ undeliverable_parcel: target.value === 'person' ? 'person' : 'choose-again' })
        }
      >
        <option value="choose-again">{t('replacement.fallenParcel.choose-again')}</option>
        <option value="person">{t('replacement.fallenParcel.person')}</option>
      </FormSelect>
    </>
  )
}

function CountriesField({ draft, readOnly }: { draft: FieldDraft; readOnly: boolean }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const countries = draft.value('countries')
  const chosen = Array.isArray(countries) ? countries.map(String) : []
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const known: string[] = [...COUNTRIES]
  return (
    <fieldset id="countries" className={css.group}>
      <legend>{t('channel.countries')}</legend>
      <div className={css.several}>
        {[...new Set([...known, ...chosen])].map((code) => (
          <FormCheckbox
            key={code}
            disabled={readOnly}
            checked={chosen.includes(code)}
            onChange={({ target }) =>
              draft.set(
                'countries',
                target.checked ? [...chosen, code] : chosen.filter((other) => other !== code),
              )
            }
          >
            {names.of(code) ?? code}
          </FormCheckbox>
        ))}
      </div>
    </fieldset>
  )
}
