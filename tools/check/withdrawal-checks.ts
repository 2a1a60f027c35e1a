import type { Check } from '#tools/check/check-query.ts'

/** Compares withdrawals with what was ordered and paid. */
export const withdrawalChecks: Check[] = [
  {
    code: 'withdrawal-differs',
    resolve:
      'The lines are correct. Agree the amount with the recipient, who has the receipt, before you refund anything.',
    find: `
      select withdrawal.number as subject,
        format('the receipt is for %s points, to be refunded as %s points and %s cents, but its lines cost %s',
          withdrawal.points, points_to_credit, cents_to_credit, coalesce(lines.points, 0)) as message
      from withdrawal left join (
        select withdrawal_number, sum(order_line.points * withdrawal_line.quantity) as points
        from withdrawal_line join order_line using (order_number, line) group by withdrawal_number
      ) lines on lines.withdrawal_number = withdrawal.number
      where withdrawal.points is distinct from lines.points
        or points_to_credit * 500 + cents_to_credit <> withdrawal.points * 500`,
  },
  {
    code: 'withdrawn-too-much',
    resolve: 'Refund no more than was ordered, and tell the recipient which receipt is valid.',
    find: `
      select order_number as subject,
        format('%s units of line %s were withdrawn, but %s were ordered', sum(withdrawal_line.quantity), line,
          order_line.quantity) as message
      from withdrawal_line join order_line using (order_number, line)
      group by order_number, line, order_line.quantity
      having sum(withdrawal_line.quantity) > order_line.quantity`,
  },
  {
    code: 'withdrawal-above-payment',
    resolve: 'Refund no more than was paid, and send the recipient a corrected receipt.',
    find: `
      select orders.number as subject,
        format('%s points and %s cents have to be refunded, but %s points and %s cents were paid', sum(points_to_credit),
          sum(cents_to_credit), points_paid, cents_paid) as message
      from withdrawal join orders on orders.number = order_number
      group by orders.number
      having sum(points_to_credit) > points_paid or sum(cents_to_credit) > cents_paid`,
  },
  {
    code: 'withdrawal-without-history',
    resolve:
      "Insert an event 'withdrawn' with this number as its description, so that the recipient sees it.",
    find: `
      select number as subject, format('order %s has no event for it', order_number) as message
      from withdrawal where not exists (
        select from order_event where order_number = withdrawal.order_number and type = 'withdrawn'
          and description = withdrawal.number)`,
  },
]
