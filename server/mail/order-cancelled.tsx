import { LeavingGiftRows, type Sum, Sums } from '#server/mail/gift-rows.tsx'
import { Paragraph } from '#server/mail/mail-blocks.tsx'
import { ActionButton, MailLayout } from '#server/mail/mail-layout.tsx'
import type { MailLook } from '#server/mail/mail-look.ts'
import type { OrderRow } from '#server/books/order-queries.ts'

/** What will not come, and what goes back where. */
export function OrderCancelled({ look, order }: { look: MailLook; order: OrderRow }) {
  const { say } = look
  const { number, person, pointsRefunded, centsRefunded } = order
  const reopened = order.cancellation?.kind === 'reopened'
  const sums: Sum[] = []
  if (pointsRefunded > 0) {
    sums.push([say('order-cancelled', 'points_back'), look.points(pointsRefunded)])
  }
  if (centsRefunded > 0) {
    sums.push([say('order-cancelled', 'money_back'), look.euros(centsRefunded)])
  }
  return (
    <MailLayout
      look={look}
      preview={say('order-cancelled', 'subject', { order_number: number })}
      heading={say('order-cancelled', 'heading', { first_name: person.firstName })}
    >
      <Paragraph>
        {say('order-cancelled', reopened ? 'intro_reopened' : 'intro', { order_number: number })}
      </Paragraph>
      <Paragraph>{say('gifts', 'order_number', { order_number: number })}</Paragraph>
      <LeavingGiftRows look={look} lines={order.lines} />
      {sums.length > 0 && <Sums sums={sums} />}
      {centsRefunded > 0 && <Paragraph>{say('order-cancelled', 'money_when')}</Paragraph>}
      <ActionButton
        look={look}
        to={`${look.site}/orders/${number}`}
        words={say('layout', 'view_order')}
      />
    </MailLayout>
  )
}
