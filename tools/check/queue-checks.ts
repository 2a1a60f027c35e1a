import type { Check } from '#tools/check/check-query.ts'

/** Mails and messages that should have been sent already. */
export const mailChecks: Check[] = [
  {
    code: 'order-without-mail',
    provenBySum: 'confirmations',
    resolve:
      "Insert the row of the confirmation email (template 'order-confirmation') and a send-mail job for it.",
    find: `
      select number as subject, 'this order has no confirmation email' as message
      from orders where not exists (
        select from mail where template = 'order-confirmation' and subject_id = orders.number)`,
  },
  {
    code: 'cancellation-without-mail',
    resolve: "Insert the row of the email (template 'order-cancelled') and a send-mail job for it.",
    find: `
      select order_number as subject, 'this cancelled order has no cancellation email' as message
      from order_cancellation where kind <> 'fell-away' and not exists (
        select from mail where template = 'order-cancelled' and subject_id = order_number)`,
  },
  {
    code: 'withdrawal-without-mail',
    resolve:
      "Insert the row of the receipt (template 'withdrawal-receipt') and a send-mail job for it. The law requires the receipt.",
    find: `
      select number as subject, 'this withdrawal has no receipt' as message
      from withdrawal where not exists (
        select from mail where template = 'withdrawal-receipt'
          and subject_id = withdrawal.order_number || ':' || withdrawal.number)`,
  },
  {
    code: 'mail-waiting',
    resolve:
      'Check last_error and the mail server. The send-mail job of this row is retried until the server accepts it.',
    find: `
      select id::text as subject,
        format('%s about %s has been waiting since %s, attempts: %s, last error: %s', template, subject_id,
          to_char(created_at at time zone 'utc', 'YYYY-MM-DD HH24:MI'), tries,
          coalesce(last_error, 'none')) as message
      from open(mail) mail where state = 'queued' and created_at < now() - interval '1 day'`,
  },
]

export const jobChecks: Check[] = [
  {
    code: 'job-failed',
    resolve:
      'The job used up its attempts. Remove the cause, then send the job again with the same data.',
    find: `
      select id::text as subject, format('%s %s failed permanently: %s', name, data, left(error, 200)) as message
      from job where failed_at is not null`,
  },
]
