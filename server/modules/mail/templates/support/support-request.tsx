import { Paragraph, Part, TextLines } from '#server/modules/mail/layout/mail-blocks.tsx'
import { MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailLook } from '#server/modules/mail/layout/mail-theme.ts'
import type { AskedQuestion } from '#server/modules/mail/delivery/mail.sql.ts'

type Props = { look: MailLook; question: AskedQuestion }

/** To the shop's staff, with the holder's text unchanged. */
export function ServiceRequest({ look, question }: Props) {
  const { say, shopName } = look
  const { email, subject, body, latestOrder } = question
  return (
    <MailLayout look={look} preview={body} heading={say('service-request', 'heading')}>
      <Paragraph>{say('service-request', 'intro', { email })}</Paragraph>
      <Paragraph>{say('service-request', 'channel', { channel: shopName })}</Paragraph>
      {latestOrder !== null && (
        <Paragraph>
          {say('service-request', 'latest_order', { order_number: latestOrder })}
        </Paragraph>
      )}
      <Part title={subject}>
        <TextLines lines={body.split(/\r?\n/)} />
      </Part>
    </MailLayout>
  )
}
