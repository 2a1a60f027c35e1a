import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react'

import { isEmail, tidyEmail } from '#domain/mail/email.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { sendQuestion, type ServiceQuestion } from '#storefront/content/send-question.ts'
import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'

const EMPTY = { name: '', contact_email: '', subject: '', email_body: '' }
type Values = typeof EMPTY
export type QuestionField = keyof Values

const MISSING: Record<QuestionField, string> = {
  name: 'nameRequired',
  contact_email: 'emailRequired',
  subject: 'subjectRequired',
  email_body: 'messageRequired',
}

type QuestionForm = {
  form: RefObject<HTMLFormElement | null>
  busy: boolean
  field: (name: QuestionField) => {
    name: string
    label: ReactNode
    value: string
    issue: string | undefined
    required: true
    onChange: (event: { target: { value: string } }) => void
  }
  submit: (event: FormEvent) => Promise<void>
}

/** A question to customer service with these fields, all of them required. */
export function useQuestionForm(
  fields: readonly QuestionField[],
  {
    question,
    onSent,
    onFailed,
  }: {
    question: (values: Values) => ServiceQuestion
    onSent: () => void
    onFailed: (message: string) => void
  },
): QuestionForm {
  const texts = useTexts('contactpagecomponents')
  const language = useLanguage()
  const [values, setValues] = useState(EMPTY)
  const [issues, setIssues] = useState<Partial<Values>>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  return {
    form,
    busy,
    field: (name) => ({
      name,
      label: texts.jsx(name),
      value: values[name],
      issue: issues[name],
      required: true,
      onChange({ target }) {
        setValues({ ...values, [name]: target.value })
        setIssues({ ...issues, [name]: undefined })
      },
    }),
    async submit(event) {
      event.preventDefault()
      const newIssues = issuesOf(fields, values, texts)
      setIssues(newIssues)
      const first = fields.find((name) => newIssues[name])
      if (first) return form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      setBusy(true)
      const failed = await sendQuestion({ ...question(values), language })
      setBusy(false)
      if (failed) return onFailed(failed)
      setValues(EMPTY)
      return onSent()
    },
  }
}

function issuesOf(
  fields: readonly QuestionField[],
  values: Values,
  texts: PageTexts,
): Partial<Values> {
  const issues: Partial<Values> = {}
  for (const name of fields) {
    if (values[name].trim() === '') {
      issues[name] = texts.text(MISSING[name], {}, `${texts.text(name)} is required`)
    } else if (name === 'contact_email' && !isEmail(tidyEmail(values[name]))) {
      issues[name] = texts.text('invalidEmail', {}, 'Invalid email address')
    }
  }
  return issues
}
