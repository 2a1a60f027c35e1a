import {
  Line,
  Paragraph,
  Part,
  quietStyle,
  TextLines,
} from '#server/modules/mail/layout/mail-blocks.tsx'
import { MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailLook } from '#server/modules/mail/layout/mail-theme.ts'
import type { FoundAnswer } from '#server/modules/mail/templates/support/support-reply.sql.ts'

/** What a colleague wrote, and below it what it answers, as it was written. */
export function ServiceAnswer({ look, answer }: { look: MailLook; answer: FoundAnswer }) {
  const { say } = look
  const paragraphs = answer.body.split(/(?:\r?\n[ \t]*){2,}/)
  return (
    <MailLayout look={look} preview={answer.body} heading={say('service-answer', 'heading')}>
      {paragraphs.map((paragraph, place) => (
        // They never move, and two may be the same.
        // oxlint-disable-next-line react/no-array-index-key
        <Paragraph key={place}>
          <Lines text={paragraph} />
        </Paragraph>
      ))}
      <Paragraph>{say('service-answer', 'more')}</Paragraph>
      <Part title={say('service-answer', 'wrote', { date: look.date(answer.askedAt) })}>
        <TextLines lines={answer.asked.slice(0, MOST_QUOTED).split(/\r?\n/)} />
        {answer.asked.length > MOST_QUOTED ? <Line style={quietStyle}>…</Line> : null}
      </Part>
    </MailLayout>
  )
}

const MOST_QUOTED = 2000

function Lines({ text }: { text: string }) {
  return text.split(/\r?\n/).map((line, place) => (
    // oxlint-disable-next-line react/no-array-index-key
    <span key={place}>
      {place > 0 && <br />}
      {line}
    </span>
  ))
}
