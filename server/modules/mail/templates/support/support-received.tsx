import { Paragraph } from '#server/modules/mail/layout/mail-blocks.tsx'
import { MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailLook } from '#server/modules/mail/layout/mail-theme.ts'

/**
 * That a question has arrived. Nothing of it stands here: whoever types an address that is not theirs sends a stranger
 * these sentences and no words of their own.
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
