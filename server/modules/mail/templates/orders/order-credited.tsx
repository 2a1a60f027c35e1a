import type { CreditRow, OrderRow } from '#server/modules/orders/order.sql.ts'
import {
  EndedVoucher,
  LeavingGiftRows,
  type Sum,
  Sums,
  sumsText,
} from '#server/modules/mail/templates/orders/gift-rows.tsx'
import { Paragraph } from '#server/modules/mail/layout/mail-blocks.tsx'
import { ActionButton, MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import { orderMail } from '#server/modules/mail/rendering/mail-definition.ts'
import { SAMPLE_CREDIT } from '#server/modules/mail/rendering/sample-values.ts'

type Props = { theme: MailTheme; order: OrderRow; credit: CreditRow; now: Date }

/** The refunds with their destination, and the gifts they are for. */
export function OrderCredited({ theme, order, credit, now }: Props) {
  const { say } = theme
  const { number, person } = order
  const sums: Sum[] = []
  if (credit.pointsBack > 0) {
    sums.push([say('order-cancelled', 'points_back'), theme.points(credit.pointsBack)])
  }
  if (credit.centsSent > 0) {
    sums.push([say('order-cancelled', 'money_back'), theme.euros(credit.centsSent)])
    if (credit.vatBack > 0 && credit.centsSent === credit.centsBack) {
      sums.push([say('gifts', 'of_which_vat'), theme.euros(credit.vatBack)])
    }
  }
  const lines = credit.lines.flatMap(({ line, quantity }) => {
    const ordered = order.lines.find((orderLine) => orderLine.line === line)
    return ordered ? { ...ordered, quantity } : []
  })
  return (
    <MailLayout
      theme={theme}
      preview={sumsText(sums)}
      heading={say('order-credited', 'heading', { first_name: person.firstName })}
    >
      <Paragraph>{say('gifts', 'order_number', { order_number: number })}</Paragraph>
      <Paragraph>{say('order-credited', 'intro')}</Paragraph>
      <LeavingGiftRows theme={theme} lines={lines} />
      {lines.length > 0 && lines.every(({ state }) => state === 'cancelled') && (
        <Paragraph>{say('order-credited', 'stopped')}</Paragraph>
      )}
      {order.pointsPaid > 0 && order.centsPaid > 0 && (
        <Paragraph>
          {say('order-credited', 'used', {
            points: theme.points(order.pointsPaid),
            money: theme.euros(order.centsPaid),
          })}
        </Paragraph>
      )}
      <Sums sums={sums} />
      {credit.pointsBack > 0 && <EndedVoucher theme={theme} order={order} now={now} />}
      {credit.centsSent > 0 && <Paragraph>{say('order-cancelled', 'money_when')}</Paragraph>}
      <ActionButton
        theme={theme}
        to={`${theme.site}/orders/${number}`}
        label={say('layout', 'view_order')}
      />
    </MailLayout>
  )
}

export const orderCredited = orderMail(
  ({ theme, order, about, now }) => {
    const credit = order.credits.find(({ number }) => number === about)
    if (!credit) throw new Error(`order ${order.number} has no credit '${about}'`)
    return {
      subject: theme.say('order-credited', 'subject', { order_number: order.number }),
      body: <OrderCredited {...{ theme, order, credit, now }} />,
    }
  },
  { about: SAMPLE_CREDIT.number, order: (order) => ({ ...order, credits: [SAMPLE_CREDIT] }) },
)
