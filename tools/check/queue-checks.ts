import type { Check } from '#tools/check/check-query.ts'

/** What should have left the house by now. */
export const mailChecks: Check[] = [
  {
    code: 'order-without-mail',
    settledBy: 'confirmations',
    resolve:
      "Insert the row of the confirmation mail (template 'order-confirmation') and a send-mail job for it.",
    find: `
      select number as subject, 'no confirmation was ever written for this order' as message
      from orders where not exists (
        select from mail where template = 'order-confirmation' and subject_id = orders.number)`,
  },
  {
    code: 'cancellation-without-mail',
    resolve: "Insert the row of the mail (template 'order-cancelled') and a send-mail job for it.",
    find: `
      select order_number as subject, 'nobody was told that this order was cancelled' as message
      from order_cancellation where kind <> 'fell-away' and not exists (
        select from mail where template = 'order-cancelled' and subject_id = order_number)`,
  },
  {
    code: 'withdrawal-without-mail',
    resolve:
      "Insert the row of the receipt (template 'withdrawal-receipt') and a send-mail job for it: the law asks for it.",
    find: `
      select number as subject, 'no receipt was ever written for this withdrawal' as message
      from withdrawal where not exists (
        select from mail where template = 'withdrawal-receipt'
          and subject_id = withdrawal.order_number || ':' || withdrawal.number)`,
  },
  {
    code: 'mail-waiting',
    resolve:
      'Look at last_error and at the mail server; the send-mail job of this row is repeated until it is taken.',
    find: `
      select id::text as subject,
        format('%s about %s waits since %s after %s tries: %s', template, subject_id,
          to_char(created_at at time zone 'utc', 'YYYY-MM-DD HH24:MI'), tries,
          coalesce(last_error, 'no error is known')) as message
      from open(mail) mail where state = 'queued' and created_at < now() - interval '1 day'`,
  },
]

export const jobChecks: Check[] = [
  {
    code: 'job-failed',
    resolve:
      'It was tried until its tries ran out: remove the cause, then send the job again with the same data.',
    find: `
      select id::text as subject, format('%s %s failed for good: %s', name, data, left(error, 200)) as message
      from job where failed_at is not null`,
  },
]
