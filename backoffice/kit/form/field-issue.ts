import { type FormEvent, useState } from 'react'

import { type DoorSay, useDoorSay } from '#backoffice/i18n/translator.tsx'

type Checked = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * What the browser finds wrong in a field when its form is sent, said there in the back office's language, not in a bubble in the
 * browser's. The focus goes to the first of them; what is typed on takes the sentence away.
 */
export function useFieldIssue() {
  const say = useDoorSay()
  const [issue, setIssue] = useState<string | null>(null)
  return {
    issue,
    watch: {
      onInvalid: (event: FormEvent<Checked>) => {
        event.preventDefault()
        const field = event.currentTarget
        setIssue(sentenceOf(say, field))
        if (field.form?.querySelector(':is(input, select, textarea):invalid') === field) {
          field.focus()
        }
      },
      onInput: () => setIssue(null),
    },
  }
}

function sentenceOf(say: DoorSay, field: Checked): string {
  const { validity } = field
  const asked = (name: string) => field.getAttribute(name) ?? ''
  if (validity.customError) return field.validationMessage
  if (validity.badInput) return say('field.number')
  if (validity.valueMissing) return say('field.missing')
  if (validity.typeMismatch && field.type === 'email') return say('field.noMail')
  if (validity.rangeUnderflow) return say('field.least', { least: asked('min') })
  if (validity.rangeOverflow) return say('field.most', { most: asked('max') })
  if (validity.stepMismatch) return say('field.whole')
  if (validity.tooShort) return say('field.short', { least: asked('minlength') })
  return say('field.unusable')
}
