import { Paragraph } from '#server/modules/mail/layout/mail-blocks.tsx'
import { MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailLook } from '#server/modules/mail/layout/mail-theme.ts'

/**
 * Confirms that a question has arrived, without its text: a wrong or foreign address then receives only the shop's
 * own sentences.
 */
export function ServiceReceived({ look, request }: { look: MailLook; request: string }) {
  const { say } = look
  return (
    <MailLayout
      look={look}
      preview={say('service-received', 'intro')}
      heading={say('service-received', 'heading')}
    >
      <Paragraph>{say('service-received', 'intro')}</Paragraph>
      <Paragraph>{say('service-received', 'number', { request })}</Paragraph>
    </MailLayout>
  )
}
