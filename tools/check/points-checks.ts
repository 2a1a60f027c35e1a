import type { Check } from '#tools/check/check-query.ts'

const ENDS_ANOTHER_STEP =
  'Compare with the order. If an entry took or gave too much, grant or refund the difference.'
const endsAnotherQuery = `
  select entry.id::text as subject,
    format('%s of %s points for voucher %s ends entry %s, a %s of %s points for voucher %s', entry.kind,
      entry.points, entry.voucher_id, ended.id, ended.kind, ended.points, ended.voucher_id) as message
  from ledger entry join ledger ended on ended.id = entry.ends_id`

/** Compares the ledger with itself, with the balances and with the payments that reserve points. */
export const pointsChecks: Check[] = [
  {
    code: 'balance-differs',
    provenBySum: 'balances',
    resolve:
      'The ledger is correct. Set the columns of this balance to the sums of its entries, and find out who changed them.',
    find: `
      select voucher_balance.voucher_id::text as subject,
        format('voucher_balance has %s granted, %s reserved, %s spent, %s expired; the ledger has %s, %s, %s, %s',
          voucher_balance.granted, voucher_balance.reserved, voucher_balance.spent, voucher_balance.expired,
          coalesce(book.granted, 0), coalesce(book.reserved, 0), coalesce(book.spent, 0),
          coalesce(book.expired, 0)) as message
      from voucher_balance left join (
        select voucher_id,
          sum(case kind when 'grant' then points when 'take' then -points else 0 end) as granted,
          sum(case kind when 'reserve' then points when 'capture' then -points when 'release' then -points
            else 0 end) as reserved,
          sum(case kind when 'capture' then points when 'refund' then -points else 0 end) as spent,
          sum(case kind when 'expire' then points else 0 end) as expired
        from ledger group by voucher_id
      ) as book on book.voucher_id = voucher_balance.voucher_id
      where (voucher_balance.granted, voucher_balance.reserved, voucher_balance.spent, voucher_balance.expired)
        is distinct from (coalesce(book.granted, 0), coalesce(book.reserved, 0), coalesce(book.spent, 0),
          coalesce(book.expired, 0))`,
  },
  {
    code: 'voucher-without-balance',
    resolve:
      'Insert a balance with the sums of the ledger entries of this voucher, or zeros if it has none.',
    find: `
      select id::text as subject, 'the voucher has no row in voucher_balance, so its code cannot log in' as message
      from voucher where not exists (select from voucher_balance where voucher_id = voucher.id)`,
  },
  {
    code: 'reservation-resolved-twice',
    provenBySum: 'reservations',
    resolve:
      'Keep the entry that the order or payment names. Grant the points of the other one back.',
    find: `
      select ends_id::text as subject,
        format('the reservation was ended %s times, by entries %s', count(*), string_agg(id::text, ', ')) as message
      from (
        select ends_id from ledger where kind in ('capture', 'release') group by ends_id having count(*) > 1
      ) twice join ledger using (ends_id)
      where kind in ('capture', 'release') group by ends_id`,
  },
  {
    code: 'entry-ends-another',
    provenBySum: 'reservations',
    resolve: ENDS_ANOTHER_STEP,
    find: `${endsAnotherQuery} where entry.kind in ('capture', 'release')
      and (entry.voucher_id <> ended.voucher_id or ended.kind <> 'reserve' or ended.points <> entry.points)`,
  },
  {
    code: 'entry-ends-another',
    resolve: ENDS_ANOTHER_STEP,
    find: `${endsAnotherQuery} where entry.kind = 'refund'
      and (entry.voucher_id <> ended.voucher_id or ended.kind <> 'capture')`,
  },
  {
    code: 'points-refunded-twice',
    resolve:
      'The recipient got back more points than were spent. Take the difference back with a take entry, or accept the loss.',
    find: `
      select ended.id::text as subject,
        format('%s points captured, %s of them refunded', ended.points, refunded.points) as message
      from (select ends_id, sum(points) as points from ledger where kind = 'refund' group by ends_id) refunded
        join ledger ended on ended.id = refunded.ends_id
      where refunded.points > ended.points`,
  },
  {
    code: 'reservation-without-payment',
    provenBySum: 'reservations',
    resolve:
      'Nothing will end this reservation. Insert a release that ends it, so that the recipient can spend the points.',
    find: `
      select reserve.id::text as subject,
        format('%s points of voucher %s are reserved, but no payment in progress uses them', reserve.points,
          reserve.voucher_id) as message
      from ledger reserve
      where reserve.kind = 'reserve'
        and not exists (
          select from ledger ending where ending.ends_id = reserve.id and ending.kind in ('capture', 'release'))
        and not exists (select from payment where reservation_id = reserve.id and outcome = 'held')`,
  },
  {
    code: 'held-without-points',
    resolve:
      'Cancel the payment at the provider. If it was paid there, create the order or refund it manually.',
    find: `
      select payment.key::text as subject,
        format('the payment needs %s points, but %s are reserved', payment.points,
          coalesce(reserve.points, 0)) as message
      from payment
        left join ledger reserve on reserve.id = payment.reservation_id and reserve.kind = 'reserve'
          and reserve.voucher_id = payment.voucher_id
          and not exists (
            select from ledger ending where ending.ends_id = reserve.id and ending.kind in ('capture', 'release'))
      where payment.outcome = 'held' and payment.points <> coalesce(reserve.points, 0)`,
  },
]
