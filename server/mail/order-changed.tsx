import { DeliveryPart, GiftRows, giftsInWords, OrderSum } from '#server/mail/gift-rows.tsx'
import { Paragraph } from '#server/mail/mail-blocks.tsx'
import { MailLayout } from '#server/mail/mail-layout.tsx'
import type { MailLook } from '#server/mail/mail-look.ts'
import { OrderAtHand, OrderRights } from '#server/mail/order-rights.tsx'
import type { OrderRow } from '#server/books/order-queries.ts'

type Props = { look: MailLook; order: OrderRow; now: Date }

/** The whole order as it is now: whoever reads only this mail knows all there is to know. */
export function OrderChanged({ look, order, now }: Props) {
  const { say } = look
  const { number, lines, person } = order
  return (
    <MailLayout
      look={look}
      preview={giftsInWords(lines)}
      heading={say('order-changed', 'heading', { first_name: person.firstName })}
    >
      <OrderAtHand look={look} order={order} now={now} />
      <Paragraph>{say('order-changed', 'intro', { order_number: number })}</Paragraph>
      <GiftRows look={look} lines={lines} />
      <OrderSum look={look} order={order} />
      <DeliveryPart look={look} order={order} lines={lines} />
      <OrderRights look={look} order={order} now={now} />
    </MailLayout>
  )
}
