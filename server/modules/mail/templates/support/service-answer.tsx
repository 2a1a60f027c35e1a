import {
  Line,
  Paragraph,
  Section,
  quietStyle,
  TextLines,
} from '#server/modules/mail/layout/mail-blocks.tsx'
import { MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import type { FoundAnswer } from '#server/modules/mail/templates/support/service-answer.sql.ts'
import type { MailDefinition } from '#server/modules/mail/rendering/mail-definition.ts'
import { findAnswer } from '#server/modules/mail/templates/support/service-answer.sql.ts'
import { threadAddress } from '#server/modules/mail/rendering/thread-address.ts'
import { SAMPLE_QUESTIONS } from '#server/modules/mail/rendering/sample-values.ts'

/** A colleague's answer, and below it the original question. */
export function ServiceAnswer({ theme, answer }: { theme: MailTheme; answer: FoundAnswer }) {
  const { say } = theme
  const paragraphs = answer.body.split(/(?:\r?\n[ \t]*){2,}/)
  return (
    <MailLayout theme={theme} preview={answer.body} heading={say('service-answer', 'heading')}>
      {paragraphs.map((paragraph, index) => (
        // Paragraphs are never reordered, and two of them may be the same.
        // oxlint-disable-next-line react/no-array-index-key
        <Paragraph key={index}>
          <Lines text={paragraph} />
        </Paragraph>
      ))}
      <Paragraph>{say('service-answer', 'more')}</Paragraph>
      <Section title={say('service-answer', 'wrote', { date: theme.date(answer.askedAt) })}>
        <TextLines lines={answer.asked.slice(0, MAX_QUOTED_LENGTH).split(/\r?\n/)} />
        {answer.asked.length > MAX_QUOTED_LENGTH ? <Line style={quietStyle}>…</Line> : null}
      </Section>
    </MailLayout>
  )
}

const MAX_QUOTED_LENGTH = 2000

function Lines({ text }: { text: string }) {
  return text.split(/\r?\n/).map((line, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <span key={index}>
      {index > 0 && <br />}
      {line}
    </span>
  ))
}

export const serviceAnswer: MailDefinition = {
  async content({ shop: { config }, sql, theme, mail }) {
    const answer = await findAnswer(sql, mail.subjectId)
    if (!answer) throw new Error(`mail ${mail.id} has no reply`)
    const { subject, references } = answer
    return {
      subject: theme.say('service-answer', 'subject', { subject }),
      body: <ServiceAnswer theme={theme} answer={answer} />,
      ...threadAddress(config, String(answer.requestId)),
      byChannel: true,
      headers: {
        // A person wrote this mail, but it must not trigger automatic absence replies.
        'Auto-Submitted': 'no',
        'X-Auto-Response-Suppress': 'OOF, AutoReply',
        ...(references.length > 0
          ? { 'In-Reply-To': references.at(-1) ?? '', References: references.join(' ') }
          : {}),
      },
    }
  },
  sample({ theme, now }) {
    const { subject, body: asked, answered: body } = SAMPLE_QUESTIONS[theme.language]
    const askedAt = new Date(now.getTime() - 7_200_000)
    const answer = { requestId: 1234, subject, body, asked, askedAt, references: [] }
    return {
      subject: theme.say('service-answer', 'subject', { subject }),
      body: <ServiceAnswer theme={theme} answer={answer} />,
    }
  },
}
