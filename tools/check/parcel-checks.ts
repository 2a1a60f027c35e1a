import type { Check } from '#tools/check/check-query.ts'

/** Shipped units compared with ordered ones, and supplier answers compared with their effects. */
export const parcelChecks: Check[] = [
  {
    code: 'parcel-overpacked',
    resolve: 'Ask the person who packed it which parcel contains what, and correct its lines.',
    find: `
      select parcel_line.order_number as subject,
        format('%s units of line %s are in parcels, but %s were ordered', sum(parcel_line.quantity), parcel_line.line,
          order_line.quantity) as message
      from parcel_line join order_line using (order_number, line)
        join parcel on parcel.order_number = parcel_line.order_number and parcel.code = parcel_line.code
          and parcel.month = order_line.month and parcel.round = order_line.round
      where parcel.state not in ('lost', 'refused')
        and not exists (select from order_line part
          where part.order_number = parcel_line.order_number and part.split_from = parcel_line.line)
      group by parcel_line.order_number, parcel_line.line, order_line.quantity
      having sum(parcel_line.quantity) > order_line.quantity`,
  },
  {
    code: 'parcel-line-without-parcel',
    resolve: 'Insert the parcel with this code, or delete the line if nothing was sent.',
    find: `
      select order_number as subject, format('line %s is listed in parcel %s, which does not exist', line, code) as message
      from parcel_line where not exists (
        select from parcel where parcel.order_number = parcel_line.order_number and parcel.code = parcel_line.code)`,
  },
  {
    code: 'declined-not-chosen',
    resolve:
      'The supplier will not send this line. Offer a replacement in the back office, or refund it.',
    find: `
      select order_number as subject, format('the supplier declined line %s, but it was neither replaced nor refunded', line) as message
      from purchase_order_line asked where state = 'declined'
        and not exists (select from replacement_offer choice
          where choice.order_number = asked.order_number and choice.line = asked.line)
        and not exists (select from credit_line
          where credit_line.order_number = asked.order_number and credit_line.line = asked.line)
        -- What was withdrawn before is credited by itself.
        and not exists (select from withdrawal_line
          where withdrawal_line.order_number = asked.order_number and withdrawal_line.line = asked.line)`,
  },
]
