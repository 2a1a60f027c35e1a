import {
  DeliveryPart,
  GiftRows,
  giftsText,
  OrderSum,
} from '#server/modules/mail/templates/orders/gift-rows.tsx'
import { arrivalOf, linesToCome } from '#server/modules/mail/templates/orders/delivery-texts.ts'
import { Paragraph } from '#server/modules/mail/layout/mail-blocks.tsx'
import { MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import { OrderReference, OrderRights } from '#server/modules/mail/templates/orders/order-rights.tsx'
import type { OrderRow } from '#server/modules/orders/order.sql.ts'
import { orderMail } from '#server/modules/mail/rendering/mail-definition.ts'

type Props = { look: MailTheme; order: OrderRow; now: Date }

export function OrderConfirmation({ look, order, now }: Props) {
  const { say } = look
  const { number, lines, person } = order
  const digital = lines.some((line) => line.deliveryCondition === 'digital')
  return (
    <MailLayout
      look={look}
      preview={giftsText(lines)}
      headline={arrivalOf(order, look, now)}
      heading={say('order-confirmation', 'heading', { first_name: person.firstName })}
    >
      <OrderReference look={look} order={order} now={now} />
      <Paragraph>
        {say('order-confirmation', 'intro', {
          order_number: number,
          date: look.date(order.placedAt),
        })}
      </Paragraph>
      <GiftRows look={look} lines={linesToCome(order)} />
      <OrderSum look={look} order={order} />
      <DeliveryPart look={look} order={order} lines={lines} />
      {digital && order.consented && (
        <Paragraph>{say('order-confirmation', 'digital_consent')}</Paragraph>
      )}
      <OrderRights look={look} order={order} now={now} />
    </MailLayout>
  )
}

export const orderConfirmation = orderMail(({ look, order, now }) => ({
  subject: look.say('order-confirmation', 'subject', { order_number: order.number }),
  body: <OrderConfirmation look={look} order={order} now={now} />,
}))
