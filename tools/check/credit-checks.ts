import type { Check } from '#tools/check/check-query.ts'

/** Compares credits with orders, payments and refunds. */
export const creditChecks: Check[] = [
  {
    code: 'credit-differs',
    resolve:
      'The lines are correct. Agree the amount with the recipient, and refund any difference manually.',
    find: `
      select credit.number as subject,
        format('the refund of %s points was booked as %s points and %s cents, but its lines cost %s', credit.points, points_back,
          cents_back, coalesce(lines.points, 0)) as message
      from credit left join (
        select credit_number, sum(order_line.points * credit_line.quantity) as points
        from credit_line join order_line using (order_number, line) group by credit_number
      ) lines on lines.credit_number = credit.number
      where credit.points is distinct from lines.points or points_back * 500 + cents_back <> credit.points * 500`,
  },
  {
    code: 'credited-too-much',
    resolve:
      'A unit was refunded twice. Ask the recipient to return the amount, or accept the loss.',
    find: `
      select credit_line.order_number as subject,
        format('%s units of line %s were refunded, but %s were ordered', sum(credit_line.quantity), line,
          order_line.quantity) as message
      from credit_line join order_line using (order_number, line)
      group by credit_line.order_number, line, order_line.quantity
      having sum(credit_line.quantity) > order_line.quantity`,
  },
  {
    code: 'credit-points-missing',
    resolve: 'Insert the refund of points into the ledger, against the capture of the order.',
    find: `
      select orders.number as subject,
        format('%s points were refunded, but %s are back in the balance', credited.points, coalesce(back.points, 0)) as message
      from (select order_number, sum(points_back) as points from credit group by order_number) credited
        join orders on orders.number = credited.order_number
        left join lateral (
          select sum(points) as points from ledger where ends_id = orders.capture_id and kind = 'refund') back on true
      where credited.points > coalesce(back.points, 0)`,
  },
  {
    code: 'credit-money-missing',
    resolve: "Insert the refund of this credit (reason 'credit') and its job.",
    find: `
      select credit.number as subject,
        format('%s cents have to be refunded, but the refunds contain %s', cents_sent, coalesce(refund.cents, 0)) as message
      from credit left join refund on refund.credit_number = credit.number and refund.repeats is null
      where cents_sent <> coalesce(refund.cents, 0)`,
  },
  {
    code: 'credit-vat-differs',
    resolve: 'The reports add up the rows of credit_vat. Correct the row of this credit.',
    find: `
      select credit.number as subject,
        format('the refund has %s cents of VAT, but its rates add up to %s', vat_back, coalesce(rates.vat, 0)) as message
      from credit left join (
        select credit_number, sum(vat_cents) as vat from credit_vat group by credit_number
      ) rates on rates.credit_number = credit.number
      where vat_back <> coalesce(rates.vat, 0)`,
  },
  {
    code: 'credit-vat-too-much',
    resolve:
      'More VAT was refunded at one rate than the order has. Correct the rows of credit_vat, and what was reported from them.',
    find: `
      select order_number as subject,
        format('%s cents of VAT were refunded at %s in %s, but %s were charged', back.vat, back.bp, back.country,
          coalesce(charged.vat_cents, 0)) as message
      from (
        select order_number, country, bp, sum(cents) as cents, sum(vat_cents) as vat
        from credit_vat join credit on number = credit_number group by order_number, country, bp
      ) back left join lateral vat_of_order(order_number) charged
        on charged.country = back.country and charged.bp = back.bp
      where back.vat > coalesce(charged.vat_cents, 0) or back.cents > coalesce(charged.cents, 0)`,
  },
  {
    code: 'credit-without-history',
    resolve:
      "Insert an event 'credited' with this number as its description, so that the recipient sees it.",
    find: `
      select number as subject, format('order %s has no event for it', order_number) as message
      from credit where not exists (
        select from order_event where order_number = credit.order_number and type = 'credited'
          and description = credit.number)`,
  },
  {
    code: 'day-differs',
    resolve: 'Compare this payment with its order. The provider has the correct payment.',
    // The daily check reports the same. Older differences were reported before. East of the database's time zone a
    // new day may have started, so tomorrow is included.
    find: `
      select format('%s %s', to_char(day, 'YYYY-MM-DD'), coalesce(differing.order_number, payment_key::text)) as subject,
        format('%s cents were paid, but the order has %s', coalesce(paid, 0), coalesce(ordered, 0)) as message
      from generate_series(current_date - 7, current_date + 1, interval '1 day') day
        cross join lateral payment_differences(day::date) differing`,
  },
  {
    code: 'task-erased',
    resolve: 'Reopen the task, because its problem is not solved.',
    find: `
      select refund.key::text as subject, format('the refund of %s cents failed, but there is no task for it', cents) as message
      from refund where state in ('failed', 'canceled', 'refused') and settled_note is null
        and not exists (select from refund again where again.repeats = refund.key)
        and not exists (
          select from task where kind = 'refund-failed' and subject = refund.key::text
            and (outcome is distinct from 'gone'
              or payment_returned_cents(payment_key) >= (select cents from payment where key = payment_key)))`,
  },
  {
    code: 'books-month-differs',
    resolve: 'A reported figure was changed. Restore it from a backup and find out who changed it.',
    find: `
      select to_char(month, 'YYYY-MM') as subject, 'the figures reported for this month have changed since' as message
      from accounting_month where seal <> accounting_month_seal(month)`,
  },
  {
    code: 'books-month-erased',
    resolve:
      'These rows have lost the month in which they were reported. Restore it from a backup.',
    find: `
      select to_char(month, 'YYYY-MM') as subject, format('%s rows belong to a month that was not closed', count(*)) as message
      from (select month from accounting_payment union all select month from accounting_vat) rows
      where not exists (select from accounting_month where accounting_month.month = rows.month) group by month`,
  },
  {
    code: 'vat-check-differs',
    resolve: 'Review this rate again. It differs from the one that was reviewed.',
    find: `
      select format('%s %s %s', country, class, from_date) as subject,
        format('the rate is %s, but it was reviewed as %s', vat_rate.bp, looked.bp) as message
      from vat_rate join lateral (
        select bp from vat_rate_review
        where vat_rate_review.country = vat_rate.country and vat_rate_review.class = vat_rate.class
          and vat_rate_review.from_date = vat_rate.from_date order by id desc limit 1) looked on true
      where looked.bp <> vat_rate.bp`,
  },
  {
    code: 'return-without-credit',
    resolve: 'The gifts of this withdrawal were returned. Book its refund on the order page.',
    find: `
      select withdrawal_number as subject, 'the gifts were returned, but nothing was refunded' as message
      from withdrawal_return join withdrawal on number = withdrawal_number join orders on orders.number = order_number
      where orders.state <> 'cancelled'
        and not exists (select from credit where credit.withdrawal_number = withdrawal_return.withdrawal_number)
        and not exists (select from task where kind = 'withdrawal-waits' and subject = withdrawal_return.withdrawal_number)`,
  },
  {
    code: 'vat-without-rate',
    resolve:
      'Insert the rate that applied on the day of the order, or remove the country and rate from the line.',
    find: `
      select order_number as subject,
        format('line %s has the rate %s in %s, where it never applied', line, vat_bp, vat_country) as message
      from open(order_line) order_line where vat_bp is not null
        and not exists (select from vat_rate where country = vat_country and bp = vat_bp)`,
  },
]
