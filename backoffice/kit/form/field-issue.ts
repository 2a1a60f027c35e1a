import { type FormEvent, useState } from 'react'

import { type SignInTranslate, useSignInTranslate } from '#backoffice/i18n/translator.tsx'

type FormControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * Shows the browser's validation errors in the back office's language, below the field instead of in a browser
 * bubble. The first invalid field gets the focus. Typing clears the error.
 */
export function useFieldIssue() {
  const t = useSignInTranslate()
  const [issue, setIssue] = useState<string | null>(null)
  return {
    issue,
    watch: {
      onInvalid: (event: FormEvent<FormControl>) => {
        event.preventDefault()
        const field = event.currentTarget
        setIssue(issueText(t, field))
        if (field.form?.querySelector(':is(input, select, textarea):invalid') === field) {
          field.focus()
        }
      },
      onInput: () => setIssue(null),
    },
  }
}

function issueText(t: SignInTranslate, field: FormControl): string {
  const { validity } = field
  const attributeOf = (name: string) => field.getAttribute(name) ?? ''
  if (validity.customError) return field.validationMessage
  if (validity.badInput) return t('field.number')
  if (validity.valueMissing) return t('field.missing')
  if (field.type === 'email' && (validity.typeMismatch || validity.patternMismatch))
    return t('field.noMail')
  if (validity.rangeUnderflow) return t('field.least', { least: attributeOf('min') })
  if (validity.rangeOverflow) return t('field.most', { most: attributeOf('max') })
  if (validity.stepMismatch) return t('field.whole')
  if (validity.tooShort) return t('field.short', { least: attributeOf('minlength') })
  return t('field.unusable')
}
