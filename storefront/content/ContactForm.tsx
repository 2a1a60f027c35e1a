import { useEffect, useState } from 'react'

import { tidyEmail } from '#domain/mail/email.ts'
import { type QuestionField, useQuestionForm } from '#storefront/content/use-question-form.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Field } from '#ui/fields/Field.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import { TextAreaField } from '#ui/fields/TextAreaField.tsx'
import css from './ContactForm.module.css'

const FIELDS: readonly QuestionField[] = ['name', 'contact_email', 'subject', 'email_body']
const SUCCESS_MS = 5000

type Outcome = { sent: boolean; message: string }

export function ContactForm() {
  const texts = useTexts('contactpagecomponents')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const announce = useAnnounce()
  const showOutcome = (outcome: Outcome) => {
    announce(outcome.message)
    setOutcome(outcome)
  }
  const { form, busy, field, submit } = useQuestionForm(FIELDS, {
    question: ({ name, contact_email, subject, email_body }) => ({
      email: tidyEmail(contact_email),
      subject: subject.trim(),
      body: `${name.trim()}\n\n${email_body.trim()}`,
      source: 'form',
    }),
    onSent: () => showOutcome({ sent: true, message: texts.text('successMessage') }),
    onFailed: (message) => showOutcome({ sent: false, message }),
  })
  useEffect(() => {
    if (!outcome?.sent) return
    const timer = setTimeout(() => setOutcome(null), SUCCESS_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <Field {...field('name')} autoComplete="name" maxLength={200} />
      <Field
        {...field('contact_email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={200}
      />
      <Field {...field('subject')} autoComplete="off" maxLength={200} />
      <TextAreaField {...field('email_body')} maxLength={9000} />
      <Button type="submit" busy={busy}>
        {texts.jsx('submitButton')}
      </Button>
      {outcome ? (
        <p className={outcome.sent ? css.sent : css.failed}>
          <Icon name={outcome.sent ? 'check' : 'warning'} />
          <span>{outcome.message}</span>
        </p>
      ) : null}
    </form>
  )
}
