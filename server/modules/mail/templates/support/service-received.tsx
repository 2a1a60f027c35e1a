import { Paragraph } from '#server/modules/mail/layout/mail-blocks.tsx'
import { MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import type { MailDefinition } from '#server/modules/mail/rendering/mail-definition.ts'
import { threadAddress } from '#server/modules/mail/rendering/thread-address.ts'

/**
 * Confirms that a question has arrived, without its text: a wrong or foreign address then receives only the shop's
 * own sentences.
 */
export function ServiceReceived({ look, request }: { look: MailTheme; request: string }) {
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

export const serviceReceived: MailDefinition = {
  content: ({ shop: { config }, look, mail }) => ({
    subject: look.say('service-received', 'subject'),
    body: <ServiceReceived look={look} request={mail.subjectId} />,
    ...threadAddress(config, mail.subjectId),
    byChannel: true,
  }),
  sample: ({ look }) => ({
    subject: look.say('service-received', 'subject'),
    body: <ServiceReceived look={look} request="1234" />,
  }),
}
