import { HOLDER_MAILS } from '#domain/mail/mails.ts'
import type { Queries } from '#server/platform/db/database.ts'

// Subqueries for rows named `orders`. Each returns a JSON list.

/** The lines, with the digital items of each. */
export const orderLines = (sql: Queries) => sql`
  (select jsonb_agg(jsonb_build_object(
      'line', line, 'spliId', spli_id, 'sku', sku, 'name', name, 'variant', variant, 'brand', brand,
      'brandId', product.brand_id, 'picture', picture, 'deliveryInfo', delivery_info,
      'deliveryCondition', order_line.delivery_condition, 'points', points,
      'quantity', quantity, 'tookStock', took_stock, 'state', state, 'arrivalAssumed', arrival_assumed,
      'vatCountry', vat_country, 'vatBp', vat_bp, 'withdrawn', (
        select coalesce(sum(quantity), 0) from withdrawal_line
        where order_number = orders.number and withdrawal_line.line = order_line.line),
      'credited', (
        select coalesce(sum(quantity), 0) from credit_line join credit on credit.number = credit_number
        where credit_line.order_number = orders.number and credit_line.line = order_line.line
          and withdrawal_number is null),
      'digitalItems', case when order_line.delivery_condition = 'digital' then (
        select coalesce(jsonb_agg(jsonb_build_object('unit', unit, 'kind', kind, 'state', item.state,
          'mailNumber', coalesce(mail_number, 0)) order by unit), '[]')
        from digital_item item
        where item.order_number = orders.number and item.line = order_line.line and item.sku = order_line.sku
          and item.state <> 'dropped') else '[]' end,
      'round', round, 'splitFrom', split_from, 'isBeingReplaced', exists (
        select from replacement_offer
        where order_number = orders.number and replacement_offer.line = order_line.line and outcome is null)
      ) order by coalesce(split_from, line), line)
    from order_line join article using (sku) join product on product.id = product_id
    where order_number = orders.number)`

export const orderParcels = (sql: Queries) => sql`
  (select coalesce(jsonb_agg(jsonb_build_object(
      'code', code, 'link', link, 'carrier', carrier, 'round', round, 'state', state, 'carrierState', carrier_state, 'sentAt', sent_at,
      'deliveredAt', delivered_at, 'lines', (
        select coalesce(jsonb_agg(jsonb_build_object('line', line, 'quantity', quantity) order by line), '[]')
        from parcel_line where order_number = orders.number and parcel_line.code = parcel.code)
      ) order by sent_at, code), '[]')
    from parcel where order_number = orders.number and parcel.month = orders.month)`

/** The mails to the voucher holder. */
export const orderMails = (sql: Queries) => sql`
  (select coalesce(jsonb_agg(jsonb_build_object(
      'kind', template, 'at', coalesce(sent_at, created_at), 'email', recipient, 'state', mail.state)
      order by created_at, mail.id), '[]')
    from mail where split_part(subject_id, ':', 1) = orders.number and mail.month = orders.month
      and mail.state <> 'replaced' and template in ${sql(HOLDER_MAILS)})`

/** Refunded points and card amounts. */
export const orderRefunds = (sql: Queries) => sql`
  (select coalesce(jsonb_agg(jsonb_build_object(
      'at', at, 'points', points, 'cents', cents, 'state', state) order by at, points desc), '[]')
    from (
      select at, points, 0 as cents, 'done' as state from ledger
      where kind = 'refund' and ends_id = orders.capture_id
      union all
      select created_at, 0, cents, case
        when refund.state = 'refunded' or settled_note is not null then 'done'
        when refund.state in ('failed', 'canceled', 'refused') then 'failed'
        else 'queued' end
      from refund
      -- A refund that failed and was repeated or settled otherwise is represented by its successor.
      where refund.payment_key = orders.payment_key and not (
        refund.state in ('failed', 'canceled', 'refused') and settled_note is null and (
          exists (select from refund again where again.repeats = refund.key)
          or payment_returned_cents(refund.payment_key) + refund.cents > orders.cents_paid))
    ) returned)`

export const orderWithdrawals = (sql: Queries) => sql`
  (select coalesce(jsonb_agg(jsonb_build_object(
      'number', withdrawal.number, 'key', key, 'at', at, 'email', email, 'reason', reason,
      'points', points, 'pointsToCredit', points_to_credit, 'centsToCredit', cents_to_credit,
      'lines', (select jsonb_agg(jsonb_build_object('line', line, 'quantity', quantity) order by line)
        from withdrawal_line where withdrawal_number = withdrawal.number)) order by place), '[]')
    from withdrawal where order_number = orders.number)`

export const orderCredits = (sql: Queries) => sql`
  (select coalesce(jsonb_agg(jsonb_build_object(
      'number', credit.number, 'kind', kind, 'at', at, 'points', points, 'pointsBack', points_back,
      'centsBack', cents_back, 'centsSent', cents_sent, 'vatBack', vat_back, 'reason', reason, 'note', note, 'goods', goods,
      'withdrawalNumber', withdrawal_number,
      'vat', (select coalesce(jsonb_agg(jsonb_build_object(
          'country', country, 'bp', bp, 'cents', cents, 'vatCents', vat_cents) order by country, bp), '[]')
        from credit_vat where credit_number = credit.number),
      'lines', (select jsonb_agg(jsonb_build_object('line', line, 'quantity', quantity) order by line)
        from credit_line where credit_number = credit.number)) order by place), '[]')
    from credit where order_number = orders.number)`

export const orderReplacementOffers = (sql: Queries) => sql`
  (select coalesce(jsonb_agg(jsonb_build_object(
      'id', id, 'line', line, 'cause', cause, 'note', note, 'tokenHash', encode(token_hash, 'hex'),
      'startedAt', started_at, 'until', until, 'remindedAt', reminded_at, 'former', former, 'outcome', outcome,
      'endedAt', ended_at, 'creditNumber', credit_number, 'isAutomatic', staff_id is null) order by started_at, id), '[]')
    from replacement_offer where order_number = orders.number)`
