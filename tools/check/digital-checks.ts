import type { Check } from '#tools/check/check-query.ts'

/** Compares issued codes with orders and with the codes in stock. */
export const digitalChecks: Check[] = [
  {
    code: 'codes-differ',
    resolve:
      'A code that was handed out belongs to exactly one unit. Find out from the history of the order who received it, and correct the code or the unit.',
    find: `
      select digital_code.id::text as subject,
        format('this code of %s is %s, and %s', digital_code.sku, digital_code.state,
          case when piece.code_id is null then 'no order has it' else format('order %s has it', piece.order_number) end) as message
      from digital_code left join digital_item piece on piece.code_id = digital_code.id
      where (digital_code.state = 'given') <> (piece.code_id is not null)`,
  },
  {
    code: 'pieces-differ',
    resolve:
      'Compare the line with its units. Hand out or refund what is missing, and delete units that were not ordered.',
    find: `
      select order_number as subject, format('line %s has %s units of a digital gift, but %s were ordered', line, pieces, quantity)
        as message
      from (
        select order_number, line, sku, count(*) filter (where state <> 'dropped') as pieces
        from digital_item group by order_number, line, sku
        -- A code that did not work still belongs to its holder, beside its replacement.
        having count(*) filter (where state = 'waiting') > 0
      ) asked join order_line using (order_number, line, sku)
      where pieces > quantity`,
  },
  {
    code: 'handed-without-mail',
    resolve:
      "Insert the row of the email (template 'digital-codes', subject '<order>:<mail_number>') and a send-mail job for it.",
    find: `
      select distinct order_number as subject, format('the codes of email %s were handed out, but the email does not exist', mail_number)
        as message
      from digital_item where state = 'handed' and not exists (
        select from mail where template = 'digital-codes' and subject_id = order_number || ':' || mail_number)`,
  },
]
