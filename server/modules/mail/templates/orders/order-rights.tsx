import {
  Block,
  Highlight,
  Line,
  Paragraph,
  strongStyle,
  TextLink,
} from '#server/modules/mail/layout/mail-blocks.tsx'
import { ActionButton } from '#server/modules/mail/layout/mail-layout.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import { isOrderUndoable } from '#server/modules/orders/order-response.ts'
import type { OrderRow } from '#server/modules/orders/order.sql.ts'

type Rights = { theme: MailTheme; order: OrderRow; now: Date }

/** The first block, because the undo window ends soon: the order number, that deadline and the link. */
export function OrderReference({ theme, order, now }: Rights) {
  const { say } = theme
  return (
    <Highlight>
      <Line style={strongStyle}>
        {say('gifts', 'order_number', { order_number: order.number })}
      </Line>
      {isOrderUndoable(order, now) && (
        <Line>
          {say('rights', 'undo', {
            date: theme.date(order.changeableUntil),
            time: theme.time(order.changeableUntil),
          })}
        </Line>
      )}
      <ActionButton
        theme={theme}
        to={`${theme.site}/orders/${order.number}`}
        label={say('layout', 'view_order')}
        spaceAbove={16}
      />
    </Highlight>
  )
}

/** The last block: how to withdraw, and the order page. */
export function OrderRights({ theme, order, now }: Rights) {
  const { say } = theme
  // A holder who consented to immediate delivery of a code cannot withdraw from it.
  const canWithdraw = order.lines.some(
    ({ deliveryCondition, state }) =>
      state !== 'cancelled' && (deliveryCondition !== 'digital' || !order.consented),
  )
  if (!canWithdraw && !isOrderUndoable(order, now)) return null
  return (
    <Block style={{ paddingTop: 8 }}>
      {canWithdraw && <Paragraph>{say('rights', 'withdraw')}</Paragraph>}
      <Paragraph>
        <TextLink to={`${theme.site}/orders/${order.number}`}>{say('rights', 'where')}</TextLink>
      </Paragraph>
    </Block>
  )
}
