import type { InputHTMLAttributes } from 'react'
import { useFormContext } from 'react-hook-form'

import { type PersonalForm, requiredFields } from '#domain/checkout/personal-form.ts'
import {
  issueExplained,
  issueOf,
  issueText,
} from '#storefront/checkout/personal/personal-errors.ts'
import type { PersonalValues } from '#storefront/checkout/personal/personal-values.ts'
import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import { Field } from '#ui/fields/Field.tsx'
import css from './PersonalForm.module.css'

export type TextFieldName = Exclude<keyof PersonalValues, 'consent' | 'countryCode'>

/** Hints for autofill and for the on-screen keyboard. */
const attributes: Record<TextFieldName, InputHTMLAttributes<HTMLInputElement>> = {
  firstName: { autoComplete: 'given-name', autoCapitalize: 'words', maxLength: 80 },
  lastName: { autoComplete: 'family-name', autoCapitalize: 'words', maxLength: 120 },
  phoneNumber: { autoComplete: 'tel', type: 'tel', inputMode: 'tel', maxLength: 30 },
  emailAddress: {
    autoComplete: 'email',
    type: 'email',
    inputMode: 'email',
    autoCapitalize: 'none',
    spellCheck: false,
    maxLength: 200,
  },
  streetName: { autoComplete: 'address-line1', autoCapitalize: 'words', maxLength: 120 },
  // No browser autofills a house number separately. Its second address line has another meaning.
  houseNumber: { autoComplete: 'off', maxLength: 20 },
  addition: { autoComplete: 'off', maxLength: 20 },
  postalCode: { autoComplete: 'postal-code', autoCapitalize: 'characters', maxLength: 20 },
  placeOfResidence: { autoComplete: 'address-level2', autoCapitalize: 'words', maxLength: 80 },
}

type PersonalFieldProps = {
  name: TextFieldName
  form: PersonalForm
  className?: string | undefined
  inputMode?: 'text' | 'numeric'
}

export function PersonalTextField({ name, form, ...more }: PersonalFieldProps) {
  const texts = useTexts('personaldatacomponents')
  const { register, formState } = useFormContext<PersonalValues>()
  return (
    <Field
      {...attributes[name]}
      {...more}
      {...register(name, {
        validate: (_, values: PersonalValues) => issueOf(name, values, form) ?? true,
      })}
      label={texts.jsx(name)}
      aria-required={requiredFields(form).includes(name)}
      issue={issueContent(texts, name, formState.errors[name]?.message)}
    />
  )
}

/** The explanation in the recipient's language comes first. */
function issueContent(texts: PageTexts, field: TextFieldName, issue: string | undefined) {
  const text = issueText(texts, issue, field)
  const explained = issueExplained(texts, issue)
  if (explained === undefined) return text
  return (
    <span>
      {explained}{' '}
      <span className={css.fixed} lang="en">
        {text}
      </span>
    </span>
  )
}

/** Consent to immediate delivery of digital gifts and its legal effect. Never preselected. */
export function ConsentField({ form }: { form: PersonalForm }) {
  const texts = useTexts('personaldatacomponents')
  const { register, formState } = useFormContext<PersonalValues>()
  return (
    <div className={css.consent}>
      <Checkbox
        {...register('consent', {
          validate: (_, values: PersonalValues) => issueOf('consent', values, form) ?? true,
        })}
        label={texts.jsx('consentText')}
        aria-required
        issue={issueText(texts, formState.errors.consent?.message, 'consent')}
      />
    </div>
  )
}
