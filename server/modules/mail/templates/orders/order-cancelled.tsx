import {
  EndedVoucher,
  giftsText,
  LeavingGiftRows,
  type Sum,
  Sums,
} from '#server/modules/mail/templates/orders/gift-rows.tsx'
import { Paragraph } from '#server/modules/mail/layout/mail-blocks.tsx'
import { ActionButton, MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import type { CreditRow, OrderRow } from '#server/modules/orders/order.sql.ts'
import { stopsGoods } from '#domain/refunds/credit.ts'
import { vatShares } from '#domain/finance/vat-amounts.ts'
import { orderMail } from '#server/modules/mail/rendering/mail-definition.ts'

type Props = { theme: MailTheme; order: OrderRow; now: Date }

/** The cancelled gifts, and the refunds with their destination. */
export function OrderCancelled({ theme, order, now }: Props) {
  const { say } = theme
  const { number, person } = order
  // The mail of each credit already reported its amounts.
  const earlierCredits = order.credits.filter(({ kind }) => kind !== 'cancel')
  const sumOfCredits = (amountOf: (credit: CreditRow) => number) =>
    earlierCredits.reduce((sum, credit) => sum + amountOf(credit), 0)
  const pointsBack = order.pointsRefunded - sumOfCredits((credit) => credit.pointsBack)
  const centsBack = order.centsRefunded - sumOfCredits(({ centsSent }) => centsSent)
  const vat =
    vatShares(order.centsPaid, order.lines).reduce((sum, { vatCents }) => sum + vatCents, 0) -
    sumOfCredits((credit) => credit.vatBack)
  const isFullRefund = centsBack === order.centsPaid - sumOfCredits((credit) => credit.centsBack)
  const stoppedLines = earlierCredits
    .filter(({ reason }) => stopsGoods(reason))
    .flatMap(({ lines }) => lines.map(({ line }) => line))
  const lines = order.lines.filter(({ line }) => !stoppedLines.includes(line))
  const isReopened = order.cancellation?.kind === 'reopened'
  const intro = say('order-cancelled', isReopened ? 'intro_reopened' : 'intro', {
    order_number: number,
  })
  const sums: Sum[] = []
  if (pointsBack > 0) {
    sums.push([say('order-cancelled', 'points_back'), theme.points(pointsBack)])
  }
  if (centsBack > 0) {
    sums.push([say('order-cancelled', 'money_back'), theme.euros(centsBack)])
    if (isFullRefund && vat > 0) sums.push([say('gifts', 'of_which_vat'), theme.euros(vat)])
  }
  return (
    <MailLayout
      theme={theme}
      preview={`${intro} ${giftsText(lines)}`}
      heading={say('order-cancelled', 'heading', { first_name: person.firstName })}
    >
      <Paragraph>{say('gifts', 'order_number', { order_number: number })}</Paragraph>
      <Paragraph>{intro}</Paragraph>
      <LeavingGiftRows theme={theme} lines={lines} />
      {sums.length > 0 && <Sums sums={sums} />}
      {pointsBack > 0 && <EndedVoucher theme={theme} order={order} now={now} />}
      {centsBack > 0 && <Paragraph>{say('order-cancelled', 'money_when')}</Paragraph>}
      <ActionButton
        theme={theme}
        to={`${theme.site}/orders/${number}`}
        label={say('layout', 'view_order')}
      />
    </MailLayout>
  )
}

export const orderCancelled = orderMail(
  ({ theme, order, now }) => ({
    subject: theme.say('order-cancelled', 'subject', { order_number: order.number }),
    body: <OrderCancelled theme={theme} order={order} now={now} />,
  }),
  {
    order: (order) => ({
      ...order,
      pointsRefunded: 20,
      centsRefunded: 500,
      cancellation: { kind: 'cancelled', cartGuid: null, leftOut: [] },
    }),
  },
)
