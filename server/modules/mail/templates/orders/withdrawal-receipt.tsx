import {
  giftsText,
  LeavingGiftRows,
  type Sum,
  Sums,
} from '#server/modules/mail/templates/orders/gift-rows.tsx'
import { Paragraph, TextLink } from '#server/modules/mail/layout/mail-blocks.tsx'
import { ActionButton, MailLayout } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import { returnScope, withdrawnLines } from '#server/modules/orders/order-response.ts'
import type { OrderRow, WithdrawalRow } from '#server/modules/orders/order.sql.ts'
import { orderMail } from '#server/modules/mail/rendering/mail-definition.ts'
import { SAMPLE_WITHDRAWAL } from '#server/modules/mail/rendering/sample-values.ts'

type Receipt = { theme: MailTheme; order: OrderRow; withdrawal: WithdrawalRow }

/** The holder's proof of a withdrawal: its time, gifts and amounts. */
export function WithdrawalReceipt({ theme, order, withdrawal }: Receipt) {
  const { say } = theme
  const { pointsToCredit, centsToCredit, reason } = withdrawal
  const withdrawal_number = withdrawal.number
  const at = new Date(withdrawal.at)
  const lines = withdrawnLines(withdrawal, order)
  const toSendBack = returnScope(withdrawal, order)
  const intro = say('withdrawal-receipt', 'intro', {
    order_number: order.number,
    date: theme.date(at),
    time: theme.time(at),
  })
  const sums: Sum[] = []
  if (pointsToCredit > 0) {
    sums.push([say('withdrawal-receipt', 'credit_points'), theme.points(pointsToCredit)])
  }
  if (centsToCredit > 0) {
    sums.push([say('withdrawal-receipt', 'credit_money'), theme.euros(centsToCredit)])
  }
  return (
    <MailLayout
      theme={theme}
      preview={`${intro} ${giftsText(lines)}`}
      heading={say('withdrawal-receipt', 'heading', { first_name: order.person.firstName })}
    >
      <Paragraph>{intro}</Paragraph>
      <Paragraph>{say('withdrawal-receipt', 'number', { withdrawal_number })}</Paragraph>
      <LeavingGiftRows theme={theme} lines={lines} />
      {sums.length > 0 && <Sums sums={sums} />}
      {reason !== '' && <Paragraph>{say('withdrawal-receipt', 'reason', { reason })}</Paragraph>}
      {toSendBack === 'nothing' && (
        <Paragraph>{say('withdrawal-receipt', 'return_nothing')}</Paragraph>
      )}
      {(toSendBack === 'all' || toSendBack === 'part') && (
        <Paragraph>{say('withdrawal-receipt', 'return')}</Paragraph>
      )}
      {(toSendBack === 'unsent' || toSendBack === 'part') && (
        <Paragraph>{say('withdrawal-receipt', 'return_unsent')}</Paragraph>
      )}
      {toSendBack !== 'nothing' && (
        <Paragraph>
          <TextLink to={`${theme.site}/return-policy`}>{say('withdrawal-receipt', 'how')}</TextLink>
        </Paragraph>
      )}
      <ActionButton
        theme={theme}
        to={`${theme.site}/orders/${order.number}`}
        label={say('layout', 'view_order')}
      />
    </MailLayout>
  )
}

export const withdrawalReceipt = orderMail(
  ({ theme, order, about }) => {
    const withdrawal = order.withdrawals.find(({ number }) => number === about)
    if (!withdrawal) throw new Error(`order ${order.number} has no withdrawal '${about}'`)
    return {
      subject: theme.say('withdrawal-receipt', 'subject', {
        order_number: order.number,
        withdrawal_number: about,
      }),
      body: <WithdrawalReceipt theme={theme} order={order} withdrawal={withdrawal} />,
    }
  },
  { about: SAMPLE_WITHDRAWAL },
)
