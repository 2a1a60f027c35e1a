import { Paragraph } from '#server/modules/mail/layout/mail-blocks.tsx'
import { MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailLook } from '#server/modules/mail/layout/mail-theme.ts'
import type { FoundActing } from '#server/modules/mail/delivery/mail.sql.ts'

/** To a holder in whose place a colleague is in the shop: when, and why. */
export function ActedFor({ look, acting }: { look: MailLook; acting: FoundActing }) {
  const { say } = look
  const { at, ends_at, reason } = acting
  const when = { date: look.date(at), time: look.time(at), until: look.time(ends_at) }
  return (
    <MailLayout
      look={look}
      preview={say('acted-for', 'intro', when)}
      heading={say('acted-for', 'heading')}
    >
      <Paragraph>{say('acted-for', 'intro', when)}</Paragraph>
      <Paragraph>{say('acted-for', 'reason', { reason })}</Paragraph>
      <Paragraph>{say('acted-for', 'unasked')}</Paragraph>
    </MailLayout>
  )
}
