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

/** The complete changed order, because the reader may not have the earlier mails. */
export function OrderChanged({ theme, order, now }: Props) {
  const { say } = theme
  const { number, lines, person } = order
  return (
    <MailLayout
      theme={theme}
      preview={giftsText(lines)}
      headline={arrivalHeadline(lines, theme, { order, now })}
      heading={say('order-changed', 'heading', { first_name: person.firstName })}
    >
      <OrderReference theme={theme} order={order} now={now} />
      <Paragraph>{say('order-changed', 'intro', { order_number: number })}</Paragraph>
      <GiftRows theme={theme} lines={withoutDeliveryInfo(lines)} />
      <OrderSum theme={theme} order={order} />
      <OrderDelivery theme={theme} order={order} now={now} />
      <OrderRights theme={theme} order={order} now={now} />
    </MailLayout>
  )
}

export const orderChanged = orderMail(({ theme, order, now }) => ({
  subject: theme.say('order-changed', 'subject', { order_number: order.number }),
  body: <OrderChanged theme={theme} order={order} now={now} />,
}))
