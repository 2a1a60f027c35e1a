import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext, useWatch } from 'react-hook-form'

import type { Answer } from '#contract/call.ts'
import { addressSearch, type Country } from '#domain/countries.ts'
import type { PersonalForm } from '#domain/personal-form.ts'
import { displayPostalCode } from '#domain/postal-code.ts'
import { AddressSearch } from '#storefront/checkout/AddressSearch.tsx'
import { PersonalTextField } from '#storefront/checkout/PersonalFields.tsx'
import { issueOf, issueText } from '#storefront/checkout/personal-issues.ts'
import {
  type AddressValues,
  countryIn,
  NO_ADDRESS,
  type PersonalValues,
} from '#storefront/checkout/personal-values.ts'
import type { FoundAddress } from '#storefront/checkout/use-address-search.ts'
import { useWords } from '#storefront/words.tsx'
import { useAnnounce } from '#ui/Announcer.tsx'
import { Button } from '#ui/Button.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import css from './PersonalForm.module.css'

/** Where postal codes are digits only, the keyboard shows digits. */
const CODES_WITH_LETTERS: Country[] = ['NL', 'PL']

type AddressFieldsProps = {
  form: PersonalForm
  /** The address could not be found: it is looked at field by field. */
  doubted?: boolean
  known: PersonalValues
  countries: Answer<'countries'>['response']
}

/** One field finds the address; the rest is there for whoever would rather fill it in, and where it is in doubt. */
export function AddressFields({ form, doubted = false, known, countries }: AddressFieldsProps) {
  const words = useWords('personaldatacomponents')
  const { register, control, formState } = useFormContext<PersonalValues>()
  const country = countryIn({ countryCode: useWatch({ control, name: 'countryCode' }) })
  const { fill, changeCountry, address } = useAddress(known)
  const { setFocus } = useFormContext<PersonalValues>()
  const placed = isWhole(address)
  // Whoever was typing it goes on typing it.
  const [typing, setTyping] = useState(!placed && addressNames.some((name) => address[name] !== ''))
  const wrong = addressNames.some((name) => formState.errors[name])
  const open = typing || wrong || doubted || !addressSearch(country)
  // Mending the last of what was wrong does not fold the fields under whoever is typing in them.
  useEffect(() => {
    if (wrong || doubted) setTyping(true)
  }, [wrong, doubted])

  function typeMyself() {
    flushSync(() => setTyping(true))
    setFocus('streetName')
  }

  return (
    <section className={css.address} aria-labelledby="address-title">
      <h2 id="address-title">{words.say('addressTitle')}</h2>
      <SelectField
        {...register('countryCode', {
          validate: (_, values: PersonalValues) => issueOf('countryCode', values, form) ?? true,
          onChange: changeCountry,
        })}
        label={words.say('countryCode')}
        autoComplete="country"
        aria-required
        issue={issueText(words, formState.errors.countryCode?.message)}
      >
        {countries.map(({ key, value_string }) => (
          <option key={key} value={key}>
            {value_string}
          </option>
        ))}
      </SelectField>
      {addressSearch(country) ? (
        // Another country is another search: what was found in this one goes.
        <AddressSearch key={country} country={country} onFound={fill} />
      ) : null}
      {open ? null : (
        <div className={placed ? css.placed : undefined}>
          {placed ? (
            <address className={css.found}>
              {[
                `${address.streetName} ${address.houseNumber} ${address.addition}`.trim(),
                `${address.postalCode} ${address.placeOfResidence}`,
              ].map((row) => (
                <span key={row}>{row}</span>
              ))}
            </address>
          ) : null}
          <Button look="plain" className={css.myself} onClick={typeMyself}>
            {words.say(placed ? 'addressChange' : 'addressManual')}
          </Button>
        </div>
      )}
      <div hidden={!open}>
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
      </div>
    </section>
  )
}

/** Fills the address from what was found, and from what is known of a country when it is chosen. */
function useAddress(known: PersonalValues) {
  const words = useWords('personaldatacomponents')
  const announce = useAnnounce()
  const { setValue, getValues, clearErrors, control } = useFormContext<PersonalValues>()
  const shown = useWatch({ control, name: addressNames })
  const before = useRef(getValues('countryCode'))
  const typed = useRef(new Map<string, AddressValues>())

  function set(address: AddressValues) {
    for (const name of addressNames) setValue(name, address[name], { shouldDirty: true })
    clearErrors([...addressNames])
  }

  return {
    address: Object.fromEntries(
      addressNames.map((name, at) => [name, shown[at] ?? '']),
    ) as AddressValues,
    fill: (found: FoundAddress) => {
      const postalCode = displayPostalCode(countryIn(getValues()), found.postcode)
      set({
        streetName: found.street,
        houseNumber: found.buildingNumber,
        addition: found.buildingNumberAddition,
        postalCode,
        placeOfResidence: found.locality,
      })
      const house = `${found.buildingNumber} ${found.buildingNumberAddition}`.trim()
      const address = `${found.street} ${house}, ${postalCode} ${found.locality}`
      announce(words.text('addressFilled', { address }))
    },
    /** Whoever comes back to a country finds there what they had typed. */
    changeCountry: () => {
      const values = getValues()
      typed.current.set(before.current, values)
      before.current = values.countryCode
      const usual = known.countryCode === values.countryCode ? known : NO_ADDRESS
      set(typed.current.get(values.countryCode) ?? usual)
    },
  }
}

/** What is needed to find the door. */
const isWhole = ({ streetName, houseNumber, postalCode, placeOfResidence }: AddressValues) =>
  [streetName, houseNumber, postalCode, placeOfResidence].every((part) => part !== '')

const addressNames = Object.keys(NO_ADDRESS) as (keyof AddressValues)[]
