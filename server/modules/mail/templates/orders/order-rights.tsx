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
import { undoable } from '#server/modules/orders/order-response.ts'
import type { OrderRow } from '#server/modules/orders/order.sql.ts'

type Rights = { look: MailTheme; order: OrderRow; now: Date }

/** The first block, because its deadline comes first: the number, the end of the undo window and the link. */
export function OrderReference({ look, order, now }: Rights) {
  const { say } = look
  return (
    <Highlight>
      <Line style={strongStyle}>
        {say('gifts', 'order_number', { order_number: order.number })}
      </Line>
      {undoable(order, now) && (
        <Line>
          {say('rights', 'undo', {
            date: look.date(order.changeableUntil),
            time: look.time(order.changeableUntil),
          })}
        </Line>
      )}
      <ActionButton
        look={look}
        to={`${look.site}/orders/${order.number}`}
        words={say('layout', 'view_order')}
        room={16}
      />
    </Highlight>
  )
}

/** The last block: how to withdraw, and the order page. */
export function OrderRights({ look, order, now }: Rights) {
  const { say } = look
  // There is no right of withdrawal for codes with immediate delivery; that text is beside the consent.
  const withdraw = order.lines.some(
    ({ deliveryCondition, state }) =>
      state !== 'cancelled' && (deliveryCondition !== 'digital' || !order.consented),
  )
  if (!withdraw && !undoable(order, now)) return null
  return (
    <Block style={{ paddingTop: 8 }}>
      {withdraw && <Paragraph>{say('rights', 'withdraw')}</Paragraph>}
      <Paragraph>
        <TextLink to={`${look.site}/orders/${order.number}`}>{say('rights', 'where')}</TextLink>
      </Paragraph>
    </Block>
  )
}
