import type { Check } from '#tools/check/check-query.ts'

/** Refunds that were not refused, failed or cancelled. */
const PENDING_REFUND = "state not in ('failed', 'canceled', 'refused')"
const formatTime = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD HH24:MI')`

/** Every payment ends in an order or a refund, and never more is refunded than was paid. */
export const paymentChecks: Check[] = [
  {
    code: 'money-without-end',
    resolve: 'Poll this payment at the provider again. That creates the order or the refund.',
    find: `
      select key::text as subject, format('%s cents were paid, but the payment is still %s', cents, outcome) as message
      from payment where state = 'paid' and outcome not in ('ordered', 'refunded')`,
  },
  {
    code: 'money-without-order',
    resolve: 'Refund the payment, or create the order that it was for.',
    find: `
      select payment.key::text as subject,
        format('%s cents paid for order %s, but the order does not name this payment', cents, payment.order_number)
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
        format('%s cents have no order, but only %s of them were refunded', cents, payment_returned_cents(key)) as message
      from payment where outcome = 'refunded' and payment_returned_cents(key) < cents`,
  },
  {
    code: 'ordered-and-returned',
    resolve:
      'The recipient has both the gifts and the money. Cancel the order while this is possible, or record the refund.',
    find: `
      select payment.key::text as subject,
        format('the payment was used for order %s and also refunded', payment.order_number) as message
      from refund join payment on payment.key = refund.payment_key
      where refund.reason = 'no-order' and payment.outcome = 'ordered'`,
  },
  {
    code: 'refunded-too-much',
    resolve: 'Stop what is still queued. Settle with the recipient what has already been sent.',
    find: `
      select payment.key::text as subject,
        case when payment.state <> 'paid' then format('%s cents are refunded of a payment that is %s', returned.cents,
          payment.state)
        else format('%s cents are refunded, but only %s were paid', returned.cents, payment.cents) end as message
      from (select payment_key, sum(cents) as cents from refund where ${PENDING_REFUND} group by payment_key) returned
        join payment on payment.key = returned.payment_key
      where returned.cents > payment.cents or payment.state <> 'paid'`,
  },
  {
    code: 'refunded-and-charged-back',
    resolve:
      'The recipient has this money twice. Dispute the chargeback with the provider, or cancel the refund while this is possible.',
    find: `
      select payment.key::text as subject,
        format('%s of %s cents were refunded, and the bank also charged the payment back', refunded.cents, payment.cents) as message
      from (select payment_key, sum(cents) as cents from refund where ${PENDING_REFUND} group by payment_key) refunded
        join payment on payment.key = refunded.payment_key
      where refunded.cents <= payment.cents and payment_returned_cents(payment.key) > payment.cents`,
  },
  {
    code: 'refund-waiting',
    resolve:
      'Check the job of this refund, and the provider. The refund is retried until the provider accepts it.',
    find: `
      select key::text as subject, format('%s cents have been waiting for their refund since %s', cents, ${formatTime('created_at')}) as message
      from refund where state = 'waiting' and created_at < now() - interval '1 day'`,
  },
  {
    code: 'refund-slow',
    resolve:
      'Ask the provider. It accepted this refund, but has neither paid it out nor reported a failure.',
    find: `
      select key::text as subject,
        format('%s cents have been %s at the provider since %s', cents, state, ${formatTime('created_at')}) as message
      from refund where state in ('queued', 'pending', 'processing') and created_at < now() - interval '10 days'`,
  },
  {
    code: 'refund-failed',
    resolve:
      "Refund the money another way and record how in settled_note. Or insert a refund that 'repeats' this one, which is sent automatically.",
    find: `
      select refund.key::text as subject,
        format('%s cents of payment %s were not refunded: the refund is %s', refund.cents, payment_key,
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
      'First check whether someone has already refunded it. Then use the task in the back office, which sends what is owed.',
    find: `
      select key::text as subject,
        format('the bank returned a charged-back amount for order %s, but %s cents of the refund were not sent',
          coalesce(order_number, '–'), reversal_owed_cents(key)) as message
      from payment where key in (
          select payment_key from chargeback join chargeback_end on chargeback_id = chargeback.id where kind = 'reversed')
        and reversal_owed_cents(key) > 0`,
  },
  {
    code: 'charged-back',
    resolve:
      "Dispute it with the provider, or find out what the recipient complained about. If the loss is final, insert an end of kind 'accepted' with a note.",
    find: `
      select chargeback.id as subject,
        format('the bank charged back %s cents for order %s on %s: %s', chargeback.cents, payment.order_number,
          ${formatTime('chargeback.at')}, reason) as message
      from chargeback join payment on payment.key = payment_key join orders on number = payment.order_number
      where orders.state <> 'cancelled'
        and not exists (select from chargeback_end where chargeback_id = chargeback.id)`,
  },
  {
    code: 'payment-erased',
    resolve:
      'It is no longer polled, although points and gifts are reserved for it. Create the order or refund it manually.',
    find: `
      select key::text as subject, format('the payment is still held, although it expired at %s',
        to_char(expires_at at time zone 'utc', 'YYYY-MM-DD HH24:MI')) as message
      from payment where outcome = 'held' and expires_at < now() - interval '1 day'`,
  },
]
