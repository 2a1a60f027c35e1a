import { Paragraph, Section, TextLines } from '#server/modules/mail/layout/mail-blocks.tsx'
import { MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import {
  findRepeatedQuestion,
  type RepeatedQuestion,
} from '#server/modules/mail/templates/support/service-answer.sql.ts'
import type { MailDefinition } from '#server/modules/mail/rendering/mail-definition.ts'
import { SAMPLE_QUESTIONS } from '#server/modules/mail/rendering/sample-values.ts'
import { threadAddress } from '#server/modules/mail/rendering/thread-address.ts'

type Props = { theme: MailTheme; request: string; question: RepeatedQuestion | undefined }

/** Confirms that a question has arrived. Only a known address gets a copy of it. */
export function ServiceReceived({ theme, request, question }: Props) {
  const { say } = theme
  return (
    <MailLayout
      theme={theme}
      preview={say('service-received', 'intro')}
      heading={say('service-received', 'heading')}
    >
      {question && question.name !== '' ? (
        <Paragraph>{say('service-received', 'greeting', { name: question.name })}</Paragraph>
      ) : null}
      <Paragraph>{say('service-received', 'intro')}</Paragraph>
      <Paragraph>{say('service-received', 'number', { request })}</Paragraph>
      {question ? (
        <Section title={question.subject}>
          <TextLines lines={textWithoutName(question)} />
        </Section>
      ) : null}
    </MailLayout>
  )
}

/** The form of the shop puts the name above the text. */
function textWithoutName({ name, body }: RepeatedQuestion): string[] {
  const lines = body.split(/\r?\n/)
  return name !== '' && lines[0]?.trim() === name && lines[1] === '' ? lines.slice(2) : lines
}

export const serviceReceived: MailDefinition = {
  content: async ({ shop: { config }, sql, theme, mail }) => ({
    subject: theme.say('service-received', 'subject'),
    body: (
      <ServiceReceived
        theme={theme}
        request={mail.subjectId}
        question={await findRepeatedQuestion(sql, mail.subjectId)}
      />
    ),
    ...threadAddress(config, mail.subjectId),
    byChannel: true,
  }),
  sample({ theme, about: { name } }) {
    const { subject, body } = SAMPLE_QUESTIONS[theme.language]
    return {
      subject: theme.say('service-received', 'subject'),
      body: <ServiceReceived theme={theme} request="1234" question={{ name, subject, body }} />,
    }
  },
}
