import { Paragraph, Section, TextLines } from '#server/modules/mail/layout/mail-blocks.tsx'
import { MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import type { FoundQuestion } from '#server/modules/mail/delivery/mail.sql.ts'
import type { MailDefinition } from '#server/modules/mail/rendering/mail-definition.ts'
import { findQuestion } from '#server/modules/mail/delivery/mail.sql.ts'
import { SAMPLE_NUMBER, SAMPLE_QUESTIONS } from '#server/modules/mail/rendering/sample-values.ts'

type Props = { theme: MailTheme; question: FoundQuestion }

/** To the shop's staff, with the holder's text unchanged. */
export function ServiceRequest({ theme, question }: Props) {
  const { say, shopName } = theme
  const { email, subject, body, latestOrder } = question
  return (
    <MailLayout theme={theme} preview={body} heading={say('service-request', 'heading')}>
      <Paragraph>{say('service-request', 'intro', { email })}</Paragraph>
      <Paragraph>{say('service-request', 'channel', { channel: shopName })}</Paragraph>
      {latestOrder !== null && (
        <Paragraph>
          {say('service-request', 'latest_order', { order_number: latestOrder })}
        </Paragraph>
      )}
      <Section title={subject}>
        <TextLines lines={body.split(/\r?\n/)} />
      </Section>
    </MailLayout>
  )
}

export const serviceRequest: MailDefinition = {
  async content({ sql, theme, mail }) {
    const question = await findQuestion(sql, mail.subjectId)
    if (!question) throw new Error(`mail ${mail.id} is about an unknown question`)
    const { id: request, subject, email } = question
    return {
      subject: theme.say('service-request', 'subject', { request, subject }),
      body: <ServiceRequest theme={theme} question={question} />,
      replyTo: email,
    }
  },
  sample({ theme, about: { email } }) {
    const sample = SAMPLE_QUESTIONS[theme.language]
    const question = { ...sample, id: 1234, email, latestOrder: SAMPLE_NUMBER }
    const { id: request, subject } = question
    return {
      subject: theme.say('service-request', 'subject', { request, subject }),
      body: <ServiceRequest theme={theme} question={question} />,
    }
  },
}
