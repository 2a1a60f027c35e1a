import type { Check } from '#server/operations/check.ts'

/** Money that arrived ends in an order or goes back, and never more of it than came. */
export const paymentChecks: Check[] = [
  {
    code: 'money-without-end',
    mend: 'Settle it: ask the provider for this payment again, which makes the order or the refund.',
    find: `
      select key::text as subject, format('%s cents were paid; the payment is still %s', cents, outcome) as message
      from payment where state = 'paid' and outcome not in ('ordered', 'refunded')`,
  },
  {
    code: 'money-without-order',
    mend: 'Refund the payment, or make the order that it was for.',
    find: `
      select payment.key::text as subject,
        format('%s cents became order %s, which does not speak of this payment', cents, payment.order_number)
          as message
      from payment left join orders on orders.payment_key = payment.key
        and orders.number = payment.order_number
      where payment.outcome = 'ordered' and orders.number is null`,
  },
  {
    code: 'money-not-returned',
    mend: 'Look at the provider whether the rest went back; record it as a refund, or make one.',
    find: `
      select key::text as subject,
        format('%s cents found no order, and %s of them were given back', payment.cents,
          coalesce(returned.cents, 0)) as message
      from payment left join (
        select payment_key, sum(cents) as cents from refund group by payment_key
      ) returned on returned.payment_key = payment.key
      where outcome = 'refunded' and coalesce(returned.cents, 0) < payment.cents`,
  },
  {
    code: 'ordered-and-returned',
    mend: 'The holder has both gifts and money: cancel the order while it can be, or bring the refund to the books.',
    find: `
      select payment.key::text as subject,
        format('the payment became order %s and went back as well', payment.order_number) as message
      from refund join payment on payment.key = refund.payment_key
      where refund.reason = 'no-order' and payment.outcome = 'ordered'`,
  },
  {
    code: 'refunded-too-much',
    mend: 'Stop what is still queued; what has gone is settled with the holder.',
    find: `
      select payment.key::text as subject,
        case when payment.state <> 'paid' then format('%s cents go back of a payment that is %s', returned.cents,
          payment.state)
        else format('%s cents go back of %s that were paid', returned.cents, payment.cents) end as message
      from (select payment_key, sum(cents) as cents from refund group by payment_key) returned
        join payment on payment.key = returned.payment_key
      where returned.cents > payment.cents or payment.state <> 'paid'`,
  },
  {
    code: 'refund-waiting',
    mend: 'Look at the job of this refund and at the provider; the job is repeated until the provider takes it.',
    find: `
      select key::text as subject, format('%s cents wait since %s to go back', cents,
        to_char(created_at at time zone 'utc', 'YYYY-MM-DD HH24:MI')) as message
      from refund where state = 'queued' and created_at < now() - interval '1 day'`,
  },
  {
    code: 'refund-failed',
    mend: "The provider refused it: give the money back another way, then set this refund to 'done' with a note of how.",
    find: `
      select key::text as subject, format('%s cents of payment %s were not given back', cents, payment_key) as message
      from refund where state = 'failed'`,
  },
  {
    code: 'payment-forgotten',
    mend: 'Nobody looks at it any more although points and gifts are set aside: settle it by hand.',
    find: `
      select key::text as subject, format('still held; it ended at %s',
        to_char(expires_at at time zone 'utc', 'YYYY-MM-DD HH24:MI')) as message
      from payment where outcome = 'held' and expires_at < now() - interval '1 day'`,
  },
]
