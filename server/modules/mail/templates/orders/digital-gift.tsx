import { GiftRows } from '#server/modules/mail/templates/orders/gift-rows.tsx'
import { Paragraph } from '#server/modules/mail/layout/mail-blocks.tsx'
import { ActionButton, MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import type { OrderRow } from '#server/modules/orders/order.sql.ts'
import { orderMail } from '#server/modules/mail/rendering/mail-definition.ts'

/** Announces a code that its issuer sends. */
export function DigitalGift({ theme, order }: { theme: MailTheme; order: OrderRow }) {
  const { say } = theme
  const { number, person } = order
  const lines = order.lines.filter(
    (line) =>
      line.deliveryCondition === 'digital' &&
      line.state !== 'cancelled' &&
      line.digitalItems.length === 0,
  )
  return (
    <MailLayout
      theme={theme}
      preview={say('digital-gift', 'intro', { email: person.email })}
      heading={say('digital-gift', 'heading', { first_name: person.firstName })}
    >
      <Paragraph>{say('digital-gift', 'intro', { email: person.email })}</Paragraph>
      <Paragraph>{say('gifts', 'order_number', { order_number: number })}</Paragraph>
      <GiftRows theme={theme} lines={lines} />
      <ActionButton
        theme={theme}
        to={`${theme.site}/orders/${number}`}
        label={say('layout', 'view_order')}
      />
    </MailLayout>
  )
}

export const digitalGift = orderMail(({ theme, order }) => ({
  subject: theme.say('digital-gift', 'subject', { order_number: order.number }),
  body: <DigitalGift theme={theme} order={order} />,
}))
