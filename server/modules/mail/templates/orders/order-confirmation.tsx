import {
  GiftRows,
  giftsText,
  OrderDelivery,
  OrderSum,
  withoutDeliveryInfo,
} from '#server/modules/mail/templates/orders/gift-rows.tsx'
import { arrivalHeadline } from '#server/modules/mail/templates/orders/arrival-texts.ts'
import { Paragraph } from '#server/modules/mail/layout/mail-blocks.tsx'
import { MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import { OrderReference, OrderRights } from '#server/modules/mail/templates/orders/order-rights.tsx'
import type { OrderRow } from '#server/modules/orders/order.sql.ts'
import { orderMail } from '#server/modules/mail/rendering/mail-definition.ts'

type Props = { theme: MailTheme; order: OrderRow; now: Date }

export function OrderConfirmation({ theme, order, now }: Props) {
  const { say } = theme
  const { number, lines, person } = order
  const hasDigital = lines.some((line) => line.deliveryCondition === 'digital')
  return (
    <MailLayout
      theme={theme}
      preview={giftsText(lines)}
      headline={arrivalHeadline(lines, theme, { order, now })}
      heading={say('order-confirmation', 'heading', { first_name: person.firstName })}
    >
      <OrderReference theme={theme} order={order} now={now} />
      <Paragraph>
        {say('order-confirmation', 'intro', {
          order_number: number,
          date: theme.date(order.placedAt),
        })}
      </Paragraph>
      <GiftRows theme={theme} lines={withoutDeliveryInfo(lines)} />
      <OrderSum theme={theme} order={order} />
      <OrderDelivery theme={theme} order={order} now={now} />
      {hasDigital && order.consented && (
        <Paragraph>{say('order-confirmation', 'digital_consent')}</Paragraph>
      )}
      <OrderRights theme={theme} order={order} now={now} />
    </MailLayout>
  )
}

export const orderConfirmation = orderMail(({ theme, order, now }) => ({
  subject: theme.say('order-confirmation', 'subject', { order_number: order.number }),
  body: <OrderConfirmation theme={theme} order={order} now={now} />,
}))
