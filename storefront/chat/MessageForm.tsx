import { useState } from 'react'

import { tidyEmail } from '#domain/mail/email.ts'
import { type QuestionField, useQuestionForm } from '#storefront/content/use-question-form.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Field } from '#ui/fields/Field.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import { TextAreaField } from '#ui/fields/TextAreaField.tsx'
import css from './ChatPanel.module.css'

const FIELDS: readonly QuestionField[] = ['contact_email', 'email_body']

/** A message to customer service. It becomes a support thread. */
export function MessageForm() {
  const texts = useTexts('contactpagecomponents')
  const chat = useTexts('footercomponents')
  const [sent, setSent] = useState(false)
  const [failed, setFailed] = useState('')
  const announce = useAnnounce()
  const { form, busy, field, submit } = useQuestionForm(FIELDS, {
    question: ({ contact_email, email_body }) => ({
      email: tidyEmail(contact_email),
      subject: chat.text('chatTitle'),
      body: email_body.trim(),
      source: 'chat',
    }),
    onSent() {
      announce(texts.text('successMessage'))
      setSent(true)
    },
    onFailed: setFailed,
  })

  if (sent) return <p className={css.sent}>{texts.jsx('successMessage')}</p>
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <Field
        {...field('contact_email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={200}
      />
      <TextAreaField {...field('email_body')} maxLength={9000} />
      <Button type="submit" wide busy={busy}>
        {texts.jsx('submitButton')}
      </Button>
      {/* Not a toast, because the panel would cover it. */}
      <p className={css.failed} role="alert">
        {failed === '' ? null : (
          <>
            <Icon name="warning" />
            {failed}
          </>
        )}
      </p>
    </form>
  )
}
