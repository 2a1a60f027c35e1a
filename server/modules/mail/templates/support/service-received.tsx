import { Paragraph } from '#server/modules/mail/layout/mail-blocks.tsx'
import { MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import type { MailDefinition } from '#server/modules/mail/rendering/mail-definition.ts'
import { threadAddress } from '#server/modules/mail/rendering/thread-address.ts'

/**
 * Confirms that a question has arrived, without its text: a wrong or foreign address then receives only the shop's
 * own sentences.
 */
export function ServiceReceived({ theme, request }: { theme: MailTheme; request: string }) {
  const { say } = theme
  return (
    <MailLayout
      theme={theme}
      preview={say('service-received', 'intro')}
      heading={say('service-received', 'heading')}
    >
      <Paragraph>{say('service-received', 'intro')}</Paragraph>
      <Paragraph>{say('service-received', 'number', { request })}</Paragraph>
    </MailLayout>
  )
}

export const serviceReceived: MailDefinition = {
  content: ({ shop: { config }, theme, mail }) => ({
    subject: theme.say('service-received', 'subject'),
    body: <ServiceReceived theme={theme} request={mail.subjectId} />,
    ...threadAddress(config, mail.subjectId),
    byChannel: true,
  }),
  sample: ({ theme }) => ({
    subject: theme.say('service-received', 'subject'),
    body: <ServiceReceived theme={theme} request="1234" />,
  }),
}
