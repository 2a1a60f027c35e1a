import { Block, Paragraph, TextLink } from '#server/mail/mail-blocks.tsx'
import type { MailLook } from '#server/mail/mail-look.ts'
import { undoable } from '#server/orders/order-answer.ts'
import type { OrderRow } from '#server/books/order-queries.ts'

type Rights = { look: MailLook; order: OrderRow; now: Date }

/** Until when it may be changed, how a purchase is withdrawn from, and the page where both are done. */
export function OrderRights({ look, order, now }: Rights) {
  const { say } = look
  const undo = undoable(order, now)
  // Who asked for codes at once has no right to withdraw from them; that is said where the consent is.
  const withdraw = order.lines.some(
    ({ deliveryCondition, state }) =>
      state !== 'cancelled' && (deliveryCondition !== 'digital' || !order.consented),
  )
  if (!undo && !withdraw) return null
  return (
    <Block style={{ paddingTop: 8 }}>
      {undo && (
        <Paragraph>
          {say('rights', 'undo', {
            date: look.date(order.changeableUntil),
            time: look.time(order.changeableUntil),
          })}
        </Paragraph>
      )}
      {withdraw && <Paragraph>{say('rights', 'withdraw')}</Paragraph>}
      <Paragraph>
        <TextLink to={`${look.site}/orders/${order.number}`}>{say('rights', 'where')}</TextLink>
      </Paragraph>
    </Block>
  )
}
