import type { Check } from '#tools/check/check-query.ts'

/** Compares unavailable gifts with their replacements and refunds. */
export const replacementChecks: Check[] = [
  {
    code: 'choice-not-settled',
    resolve:
      'A running shop refunds the points within a minute after the deadline. Check its log for errors about replacements.',
    find: `
      select order_number as subject,
        format('line %s became unavailable; the recipient could choose until %s, but nothing was refunded', line,
          to_char(until at time zone 'utc', 'YYYY-MM-DD HH24:MI')) as message
      from replacement_offer where outcome is null and until < now() - interval '1 hour'`,
  },
  {
    code: 'choice-gift-differs',
    resolve:
      'The line decides what is sent. Correct it according to the event that names the gift, or ask the recipient.',
    // A replacement that became unavailable again is in the next replacement offer of its line.
    find: `
      select choice.order_number as subject,
        format('instead of line %s the recipient chose %s for %s points, but the order has %s of %s for %s', choice.line, choice.spli_id,
          choice.former ->> 'points', coalesce(later.former ->> 'quantity', order_line.quantity::text),
          coalesce(later.former ->> 'spliId', order_line.spli_id), order_line.points) as message
      from replacement_offer choice join order_line using (order_number, line)
        left join replacement_offer later on later.order_number = choice.order_number and later.line = choice.line
          and later.place = choice.place + 1
      where choice.outcome = 'other-gift' and (
        coalesce(later.former ->> 'spliId', order_line.spli_id) <> choice.spli_id
        or order_line.points <> (choice.former ->> 'points')::integer
        or coalesce((later.former ->> 'quantity')::integer, order_line.quantity) > (choice.former ->> 'quantity')::integer)`,
  },
  {
    code: 'choice-credit-differs',
    resolve: 'The credit shows what was refunded. Refund the rest manually, or accept the loss.',
    find: `
      select choice.order_number as subject,
        format('line %s became unavailable for %s points, but %s were refunded', choice.line,
          (former ->> 'points')::integer * (former ->> 'quantity')::integer, coalesce(credit.points, 0)) as message
      from replacement_offer choice left join credit on credit.number = choice.credit_number and replacement_offer_id = choice.id
      where outcome in ('points-back', 'default')
        and credit.points is distinct from (former ->> 'points')::integer * (former ->> 'quantity')::integer`,
  },
  {
    code: 'choice-without-history',
    resolve:
      "Insert an event 'fell-away' for it, so that the recipient and the back office see it.",
    find: `
      select choice.order_number as subject, format('line %s became unavailable, but the order has no event for this', line) as message
      from replacement_offer choice where not exists (
        select from order_event where order_number = choice.order_number and source_id = 'fell ' || choice.id)`,
  },
  {
    code: 'choice-without-mail',
    resolve: "Insert the row of the email (template 'choose-again') and a send-mail job for it.",
    find: `
      select choice.order_number as subject, format('line %s became unavailable, but there is no email about this', line) as message
      from replacement_offer choice where not exists (
        select from mail where template = 'choose-again' and split_part(subject_id, ':', 1) = choice.order_number
          and choice.id::text = any(string_to_array(subject_id, ':')))`,
  },
]
