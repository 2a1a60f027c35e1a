import { Paragraph } from '#server/modules/mail/layout/mail-blocks.tsx'
import { MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import type { FoundImpersonation } from '#server/modules/mail/delivery/mail.sql.ts'
import type { MailDefinition } from '#server/modules/mail/rendering/mail-definition.ts'
import { findActing } from '#server/modules/mail/delivery/mail.sql.ts'
import { SAMPLE_QUESTIONS } from '#server/modules/mail/rendering/sample-values.ts'

/** Informs a recipient that a colleague acts in their place in the shop: when and why. */
export function ActedFor({
  theme,
  impersonation,
}: {
  theme: MailTheme
  impersonation: FoundImpersonation
}) {
  const { say } = theme
  const { at, ends_at, reason } = impersonation
  const when = { date: theme.date(at), time: theme.time(at), until: theme.time(ends_at) }
  return (
    <MailLayout
      theme={theme}
      preview={say('acted-for', 'intro', when)}
      heading={say('acted-for', 'heading')}
    >
      <Paragraph>{say('acted-for', 'intro', when)}</Paragraph>
      <Paragraph>{say('acted-for', 'reason', { reason })}</Paragraph>
      <Paragraph>{say('acted-for', 'unasked')}</Paragraph>
    </MailLayout>
  )
}

export const actedFor: MailDefinition = {
  async content({ sql, theme, mail }) {
    const impersonation = await findActing(sql, mail.subjectId.split(':').slice(1).join(':'))
    if (!impersonation) throw new Error(`mail ${mail.id} has no impersonation`)
    return {
      subject: theme.say('acted-for', 'subject', { shop: theme.shopName }),
      body: <ActedFor theme={theme} impersonation={impersonation} />,
    }
  },
  sample({ theme, now }) {
    const impersonation = {
      at: now,
      ends_at: new Date(now.getTime() + 1_800_000),
      reason: SAMPLE_QUESTIONS[theme.language].subject,
    }
    return {
      subject: theme.say('acted-for', 'subject', { shop: theme.shopName }),
      body: <ActedFor theme={theme} impersonation={impersonation} />,
    }
  },
}
