import type { OrderRow } from '#server/books/order-queries.ts'
import { GiftRows } from '#server/mail/gift-rows.tsx'
import { Paragraph } from '#server/mail/mail-blocks.tsx'
import { ActionButton, MailLayout } from '#server/mail/mail-layout.tsx'
import type { MailLook } from '#server/mail/mail-look.ts'
import { linesWithin } from '#server/mail/order-shipped.tsx'

/** Of the parcel with this code. */
export function OrderDelivered({
  look,
  order,
  code,
}: {
  look: MailLook
  order: OrderRow
  code: string
}) {
  const { say } = look
  const { number, person } = order
  return (
    <MailLayout
      look={look}
      preview={say('order-delivered', 'subject', { order_number: number })}
      heading={say('order-delivered', 'heading', { first_name: person.firstName })}
    >
      <Paragraph>{say('gifts', 'order_number', { order_number: number })}</Paragraph>
      <Paragraph>{say('order-delivered', 'intro')}</Paragraph>
      <GiftRows look={look} lines={linesWithin(order, code)} />
      <Paragraph>{say('order-delivered', 'missing')}</Paragraph>
      <ActionButton
        look={look}
        to={`${look.site}/orders/${number}`}
        words={say('layout', 'view_order')}
      />
    </MailLayout>
  )
}
