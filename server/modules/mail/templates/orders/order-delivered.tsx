import { isCancelledOrCredited } from '#server/modules/orders/lines/obsolete-parcels.ts'
import type { OrderRow } from '#server/modules/orders/order.sql.ts'
import {
  GiftRows,
  giftsText,
  withoutDeliveryInfo,
} from '#server/modules/mail/templates/orders/gift-rows.tsx'
import { deliveredHeadline } from '#server/modules/mail/templates/orders/arrival-texts.ts'
import { Paragraph } from '#server/modules/mail/layout/mail-blocks.tsx'
import { ActionButton, MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import {
  possibleContents,
  containsWholeOrder,
  linesInParcel,
  parcelSubject,
} from '#server/modules/mail/templates/orders/order-shipped.tsx'
import { orderMail } from '#server/modules/mail/rendering/mail-definition.ts'

/** The order without gifts that were credited in transit; the complete order if all of them were. */
export function withoutCreditedLines(order: OrderRow): OrderRow {
  const lines = order.lines.filter((line) => !isCancelledOrCredited(order, line))
  return lines.length === 0 ? order : { ...order, lines }
}

/** Delivery of the parcel with this code. */
export function OrderDelivered({
  theme,
  order,
  code,
}: {
  theme: MailTheme
  order: OrderRow
  code: string
}) {
  const { say } = theme
  const { number, person } = order
  const lines = linesInParcel(order, code)
  const unknown = possibleContents(order, code)
  const intro = unknown ? say('order-shipped', 'unsaid') : say('order-delivered', 'intro')
  const deliveredAt = order.parcels.find((parcel) => parcel.code === code)?.deliveredAt ?? null
  const [line] = unknown ?? lines
  const isLast = unknown ? order.state === 'delivered' : containsWholeOrder(order, code)
  return (
    <MailLayout
      theme={theme}
      preview={`${intro} ${giftsText(lines)}`.trim()}
      headline={deliveredHeadline(order, { deliveredAt, line }, theme)}
      heading={say('order-delivered', 'heading', { first_name: person.firstName })}
    >
      <Paragraph>{say('gifts', 'order_number', { order_number: number })}</Paragraph>
      <Paragraph>{intro}</Paragraph>
      <GiftRows theme={theme} lines={withoutDeliveryInfo(lines)} />
      {isLast ? null : <Paragraph>{say('order-shipped', 'rest')}</Paragraph>}
      <Paragraph>{say('order-delivered', 'missing')}</Paragraph>
      <ActionButton
        theme={theme}
        to={`${theme.site}/orders/${number}`}
        label={say('layout', 'view_order')}
      />
    </MailLayout>
  )
}

export const orderDelivered = orderMail(
  ({ theme, order, about }) => {
    const uncredited = withoutCreditedLines(order)
    return {
      subject: parcelSubject(theme, 'order-delivered', uncredited, about),
      body: <OrderDelivered theme={theme} order={uncredited} code={about} />,
    }
  },
  {
    about: '3STEST0000001',
    order: (order) => ({
      ...order,
      parcels: order.parcels.map((parcel) => ({ ...parcel, deliveredAt: parcel.sentAt })),
    }),
  },
)
