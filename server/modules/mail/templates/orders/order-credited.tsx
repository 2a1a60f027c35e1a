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

type Props = { look: MailTheme; order: OrderRow; credit: CreditRow; now: Date }

/** The refunds with their destination, and the gifts they are for. */
export function OrderCredited({ look, order, credit, now }: Props) {
  const { say } = look
  const { number, person } = order
  const sums: Sum[] = []
  if (credit.pointsBack > 0) {
    sums.push([say('order-cancelled', 'points_back'), look.points(credit.pointsBack)])
  }
  if (credit.centsSent > 0) {
    sums.push([say('order-cancelled', 'money_back'), look.euros(credit.centsSent)])
    if (credit.vatBack > 0 && credit.centsSent === credit.centsBack) {
      sums.push([say('gifts', 'of_which_vat'), look.euros(credit.vatBack)])
    }
  }
  const lines = credit.lines.flatMap(({ line, quantity }) => {
    const bought = order.lines.find((one) => one.line === line)
    return bought ? { ...bought, quantity } : []
  })
  return (
    <MailLayout
      look={look}
      preview={sumsText(sums)}
      heading={say('order-credited', 'heading', { first_name: person.firstName })}
    >
      <Paragraph>{say('gifts', 'order_number', { order_number: number })}</Paragraph>
      <Paragraph>{say('order-credited', 'intro')}</Paragraph>
      <LeavingGiftRows look={look} lines={lines} />
      {lines.length > 0 && lines.every(({ state }) => state === 'cancelled') && (
        <Paragraph>{say('order-credited', 'stopped')}</Paragraph>
      )}
      {order.pointsPaid > 0 && order.centsPaid > 0 && (
        <Paragraph>
          {say('order-credited', 'used', {
            points: look.points(order.pointsPaid),
            money: look.euros(order.centsPaid),
          })}
        </Paragraph>
      )}
      <Sums sums={sums} />
      {credit.pointsBack > 0 && <EndedVoucher look={look} order={order} now={now} />}
      {credit.centsSent > 0 && <Paragraph>{say('order-cancelled', 'money_when')}</Paragraph>}
      <ActionButton
        look={look}
        to={`${look.site}/orders/${number}`}
        words={say('layout', 'view_order')}
      />
    </MailLayout>
  )
}

export const orderCredited = orderMail(
  ({ look, order, about, now }) => {
    const credit = order.credits.find((one) => one.number === about)
    if (!credit) throw new Error(`order ${order.number} has no credit '${about}'`)
    return {
      subject: look.say('order-credited', 'subject', { order_number: order.number }),
      body: <OrderCredited {...{ look, order, credit, now }} />,
    }
  },
  { about: SAMPLE_CREDIT.number, order: (order) => ({ ...order, credits: [SAMPLE_CREDIT] }) },
)
