import { splitHouseNumber } from '#domain/addresses/house-number.ts'
import { isEmail, tidyEmail } from '#domain/mail/email.ts'
import {
  type PersonalField,
  type PersonalForm,
  requiredFields,
} from '#domain/checkout/personal-form.ts'
import { phoneMessages, phoneProblem } from '#domain/addresses/phone.ts'
import { isPostalCode } from '#domain/addresses/postal-code.ts'
import { countryIn, type PersonalValues } from '#storefront/checkout/personal/personal-values.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'

/** The possible errors of a field, with their fallback texts. */
const issueTexts = {
  required: 'This field is required',
  invalidEmail: 'Invalid email address',
  phoneNotTenDigits: phoneMessages['phone-not-ten-digits'],
  phoneImplausible: phoneMessages['phone-implausible'],
  invalidHouseNumber: 'Invalid house number',
  invalidPostalCode: 'Invalid postal code',
  invalidCountry: 'Invalid country',
  consentErrorMessage: 'This field is required',
} as const

export type Issue = keyof typeof issueTexts

const isIssue = (text: string): text is Issue => Object.hasOwn(issueTexts, text)

/** An empty field has a message of its own, if the editors wrote one. */
export function issueText(
  texts: PageTexts,
  issue: string | undefined,
  field: PersonalField,
): string | undefined {
  if (!issue || !isIssue(issue)) return issue
  const own = issue === 'required' ? texts.text(`required_${field}`) : ''
  return own || texts.text(issue, {}, issueTexts[issue])
}

/** An explanation in the holder's language for an error whose text is fixed. */
export function issueExplained(texts: PageTexts, issue: string | undefined): string | undefined {
  if (issue !== 'phoneNotTenDigits' || texts.has(issue)) return undefined
  return texts.text('phoneTenDigits')
}

/** The error of a field of this form with the current values. */
export function issueOf(
  field: PersonalField,
  values: PersonalValues,
  form: PersonalForm,
): Issue | undefined {
  if (field === 'consent') {
    return form.consent && !values.consent ? 'consentErrorMessage' : undefined
  }
  const typed = values[field].trim()
  if (typed === '') return requiredFields(form).includes(field) ? 'required' : undefined
  return checks[field]?.(typed, values)
}

type Check = (typed: string, values: PersonalValues) => Issue | undefined

const checks: Partial<Record<PersonalField, Check>> = {
  emailAddress: (typed) => (isEmail(tidyEmail(typed)) ? undefined : 'invalidEmail'),
  phoneNumber(typed, values) {
    const problem = phoneProblem(typed, countryIn(values))
    if (!problem) return undefined
    return problem === 'phone-not-ten-digits' ? 'phoneNotTenDigits' : 'phoneImplausible'
  },
  houseNumber: (typed, values) =>
    splitHouseNumber(countryIn(values), typed) ? undefined : 'invalidHouseNumber',
  postalCode: (typed, values) =>
    isPostalCode(countryIn(values), typed) ? undefined : 'invalidPostalCode',
}
