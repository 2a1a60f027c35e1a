import type { Check } from '#tools/check/check-query.ts'

/** Refunds that have not come to nothing. */
const PENDING_REFUND = "state not in ('failed', 'canceled', 'refused')"
const day = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD HH24:MI')`

/** Every payment ends in an order or a refund, and never more is refunded than was paid. */
export const paymentChecks: Check[] = [
  {
    code: 'money-without-end',
    resolve:
      'Settle it: ask the provider for this payment again, which makes the order or the refund.',
    find: `
      select key::text as subject, format('%s cents were paid; the payment is still %s', cents, outcome) as message
      from payment where state = 'paid' and outcome not in ('ordered', 'refunded')`,
  },
  {
    code: 'money-without-order',
    resolve: 'Refund the payment, or create the order that it was for.',
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
    resolve:
      'Check with the provider whether the rest was refunded. If so, record the refund. Otherwise refund it.',
    find: `
      select key::text as subject,
        format('%s cents found no order, and %s of them were given back', cents, payment_returned_cents(key)) as message
      from payment where outcome = 'refunded' and payment_returned_cents(key) < cents`,
  },
  {
    code: 'ordered-and-returned',
    resolve:
      'The holder has both gifts and money: cancel the order while it can be, or bring the refund to the books.',
    find: `
      select payment.key::text as subject,
        format('the payment became order %s and went back as well', payment.order_number) as message
      from refund join payment on payment.key = refund.payment_key
      where refund.reason = 'no-order' and payment.outcome = 'ordered'`,
  },
  {
    code: 'refunded-too-much',
    resolve: 'Stop what is still queued. Settle with the recipient what has already been sent.',
    find: `
      select payment.key::text as subject,
        case when payment.state <> 'paid' then format('%s cents go back of a payment that is %s', returned.cents,
          payment.state)
        else format('%s cents go back of %s that were paid', returned.cents, payment.cents) end as message
      from (select payment_key, sum(cents) as cents from refund where ${PENDING_REFUND} group by payment_key) returned
        join payment on payment.key = returned.payment_key
      where returned.cents > payment.cents or payment.state <> 'paid'`,
  },
  {
    code: 'refunded-and-charged-back',
    resolve:
      'The holder has this money twice: dispute the chargeback at the provider, or cancel the refund while it can be.',
    find: `
      select payment.key::text as subject,
        format('%s cents of %s were given back, the bank took back as well', refunded.cents, payment.cents) as message
      from (select payment_key, sum(cents) as cents from refund where ${PENDING_REFUND} group by payment_key) refunded
        join payment on payment.key = refunded.payment_key
      where refunded.cents <= payment.cents and payment_returned_cents(payment.key) > payment.cents`,
  },
  {
    code: 'refund-waiting',
    resolve:
      'Look at the job of this refund and at the provider; it is tried again until the provider takes it.',
    find: `
      select key::text as subject, format('%s cents wait since %s to go back', cents, ${day('created_at')}) as message
      from refund where state = 'waiting' and created_at < now() - interval '1 day'`,
  },
  {
    code: 'refund-slow',
    resolve:
      'Ask the provider: it took this refund and has neither given it back nor said that it failed.',
    find: `
      select key::text as subject,
        format('%s cents are %s at the provider since %s', cents, state, ${day('created_at')}) as message
      from refund where state in ('queued', 'pending', 'processing') and created_at < now() - interval '10 days'`,
  },
  {
    code: 'refund-failed',
    resolve:
      "Give the money back another way and write how into settled_note; or insert a refund that 'repeats' this one, which is sent by itself.",
    find: `
      select refund.key::text as subject,
        format('%s cents of payment %s were not given back: the refund is %s', refund.cents, payment_key,
          refund.state) as message
      from refund join payment on payment.key = payment_key
      where refund.state in ('failed', 'canceled', 'refused') and settled_note is null
        and not exists (select from refund again where again.repeats = refund.key)
        -- All of it has gone in another way.
        and payment_returned_cents(payment_key) < payment.cents`,
  },
  {
    code: 'reversal-not-sent',
    resolve:
      'Press the button in the back office, which sends what is owed. First check whether someone refunded it.',
    find: `
      select key::text as subject,
        format('the bank brought back what was to be given back of order %s: %s cents are still here',
          coalesce(order_number, '–'), reversal_owed_cents(key)) as message
      from payment where key in (
          select payment_key from chargeback join chargeback_end on chargeback_id = chargeback.id where kind = 'reversed')
        and reversal_owed_cents(key) > 0`,
  },
  {
    code: 'charged-back',
    resolve:
      "Dispute it at the provider, or look for what the holder missed; where the loss stays, insert an end of kind 'accepted' with a note.",
    find: `
      select chargeback.id as subject,
        format('%s cents of order %s were charged back by the bank on %s: %s', chargeback.cents, payment.order_number,
          ${day('chargeback.at')}, reason) as message
      from chargeback join payment on payment.key = payment_key join orders on number = payment.order_number
      where orders.state <> 'cancelled'
        and not exists (select from chargeback_end where chargeback_id = chargeback.id)`,
  },
  {
    code: 'payment-erased',
    resolve:
      'Nobody looks at it any more although points and gifts are set aside: settle it by hand.',
    find: `
      select key::text as subject, format('still held; it ended at %s',
        to_char(expires_at at time zone 'utc', 'YYYY-MM-DD HH24:MI')) as message
      from payment where outcome = 'held' and expires_at < now() - interval '1 day'`,
  },
]
