import { useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import type { Answer } from '#contract/client.shop.ts'
import { hasAddressSearch, type Country } from '#domain/addresses/countries.ts'
import type { PersonalForm } from '#domain/checkout/personal-form.ts'
import { displayPostalCode } from '#domain/addresses/postal-code.ts'
import { AddressSearch } from '#storefront/checkout/personal/AddressSearch.tsx'
import { PersonalTextField } from '#storefront/checkout/personal/PersonalFields.tsx'
import { issueOf, issueText } from '#storefront/checkout/personal/personal-errors.ts'
import {
  type AddressValues,
  countryIn,
  NO_ADDRESS,
  type PersonalValues,
} from '#storefront/checkout/personal/personal-values.ts'
import type { FoundAddress } from '#storefront/checkout/personal/use-address-search.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import css from './PersonalForm.module.css'

/** Countries whose postal codes have letters. For the others the phone shows a numeric keyboard. */
const CODES_WITH_LETTERS: Country[] = ['NL', 'PL']

type AddressFieldsProps = {
  form: PersonalForm
  known: PersonalValues
  countries: Answer<'countries'>['response']
}

/** The address search fills these fields. Autofill and the holder can fill them as well. */
export function AddressFields({ form, known, countries }: AddressFieldsProps) {
  const texts = useTexts('personaldatacomponents')
  const { register, control, formState } = useFormContext<PersonalValues>()
  const country = countryIn({ countryCode: useWatch({ control, name: 'countryCode' }) })
  const { fill, changeCountry } = useAddress(known)

  return (
    <section className={css.address} aria-labelledby="address-title">
      <h2 id="address-title">{texts.jsx('addressTitle')}</h2>
      <SelectField
        {...register('countryCode', {
          validate: (_, values: PersonalValues) => issueOf('countryCode', values, form) ?? true,
          onChange: changeCountry,
        })}
        label={texts.jsx('countryCode')}
        autoComplete="country"
        aria-required
        issue={issueText(texts, formState.errors.countryCode?.message, 'countryCode')}
      >
        {countries.map(({ key, value_string }) => (
          <option key={key} value={key}>
            {value_string}
          </option>
        ))}
      </SelectField>
      {hasAddressSearch(country) ? (
        // Another country starts a new search.
        <AddressSearch key={country} country={country} onFound={fill} />
      ) : null}
      <div className={css.house}>
        <PersonalTextField name="streetName" form={form} className={css.street} />
        <PersonalTextField name="houseNumber" form={form} />
        <PersonalTextField name="addition" form={form} />
      </div>
      <div className={css.place}>
        <PersonalTextField
          name="postalCode"
          form={form}
          inputMode={CODES_WITH_LETTERS.includes(country) ? 'text' : 'numeric'}
        />
        <PersonalTextField name="placeOfResidence" form={form} />
      </div>
    </section>
  )
}

/** Fills the address from a search result, or after a change of country from earlier data for that country. */
function useAddress(known: PersonalValues) {
  const texts = useTexts('personaldatacomponents')
  const announce = useAnnounce()
  const { setValue, getValues, clearErrors } = useFormContext<PersonalValues>()
  const previousCountry = useRef(getValues('countryCode'))
  const typedAddresses = useRef(new Map<string, AddressValues>())

  function setAddress(address: AddressValues) {
    for (const name of addressNames) setValue(name, address[name], { shouldDirty: true })
    clearErrors([...addressNames])
  }

  return {
    fill: (found: FoundAddress) => {
      const postalCode = displayPostalCode(countryIn(getValues()), found.postcode)
      setAddress({
        streetName: found.street,
        houseNumber: found.buildingNumber,
        addition: found.buildingNumberAddition,
        postalCode,
        placeOfResidence: found.locality,
      })
      const house = `${found.buildingNumber} ${found.buildingNumberAddition}`.trim()
      const address = `${found.street} ${house}, ${postalCode} ${found.locality}`
      announce(texts.text('addressFilled', { address }))
    },
    /** Returning to a country restores what was typed for it. */
    changeCountry: () => {
      const values = getValues()
      typedAddresses.current.set(previousCountry.current, values)
      previousCountry.current = values.countryCode
      const knownAddress = known.countryCode === values.countryCode ? known : NO_ADDRESS
      setAddress(typedAddresses.current.get(values.countryCode) ?? knownAddress)
    },
  }
}

const addressNames = Object.keys(NO_ADDRESS) as (keyof AddressValues)[]
