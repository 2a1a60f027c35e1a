import type { Check } from '#tools/check/check-query.ts'

const ENDS_ANOTHER =
  'Compare with the order: an entry that took or gave too much is made good by a grant or a refund of the difference.'
const endsAnother = `
  select entry.id::text as subject,
    format('%s of %s points for voucher %s ends entry %s, a %s of %s points for voucher %s', entry.kind,
      entry.points, entry.voucher_id, ended.id, ended.kind, ended.points, ended.voucher_id) as message
  from ledger entry join ledger ended on ended.id = entry.ends_id`

/** The ledger against itself, the balances that follow from it and the payments it sets points aside for. */
export const pointsChecks: Check[] = [
  {
    code: 'balance-differs',
    settledBy: 'balances',
    resolve:
      'The ledger is right: set the columns of this balance to the sums of its entries, and find out who wrote to it.',
    find: `
      select voucher_balance.voucher_id::text as subject,
        format('the voucher_balance says %s granted, %s reserved, %s spent, %s expired; the ledger says %s, %s, %s, %s',
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
      'Insert a balance with the sums of the ledger entries of this voucher; all zero when it has none.',
    find: `
      select id::text as subject, 'the voucher has no voucher_balance, so it cannot log in' as message
      from voucher where not exists (select from voucher_balance where voucher_id = voucher.id)`,
  },
  {
    code: 'reservation-resolved-twice',
    settledBy: 'reservations',
    resolve:
      'Keep the entry that the order or payment speaks of; grant back what the other one took.',
    find: `
      select ends_id::text as subject,
        format('reservation ended %s times, by entries %s', count(*), string_agg(id::text, ', ')) as message
      from (
        select ends_id from ledger where kind in ('capture', 'release') group by ends_id having count(*) > 1
      ) twice join ledger using (ends_id)
      where kind in ('capture', 'release') group by ends_id`,
  },
  {
    code: 'entry-ends-another',
    settledBy: 'reservations',
    resolve: ENDS_ANOTHER,
    find: `${endsAnother} where entry.kind in ('capture', 'release')
      and (entry.voucher_id <> ended.voucher_id or ended.kind <> 'reserve' or ended.points <> entry.points)`,
  },
  {
    code: 'entry-ends-another',
    resolve: ENDS_ANOTHER,
    find: `${endsAnother} where entry.kind = 'refund'
      and (entry.voucher_id <> ended.voucher_id or ended.kind <> 'capture')`,
  },
  {
    code: 'points-refunded-twice',
    resolve:
      'The holder has more points than were spent: take the difference back with a take entry, or let it be.',
    find: `
      select ended.id::text as subject,
        format('%s points captured, %s of them refunded', ended.points, refunded.points) as message
      from (select ends_id, sum(points) as points from ledger where kind = 'refund' group by ends_id) refunded
        join ledger ended on ended.id = refunded.ends_id
      where refunded.points > ended.points`,
  },
  {
    code: 'reservation-without-payment',
    settledBy: 'reservations',
    resolve:
      'Nobody will ever end this reservation: insert a release that ends it, so that the holder can spend the points.',
    find: `
      select reserve.id::text as subject,
        format('%s points of voucher %s are set aside and no payment under way holds them', reserve.points,
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
      'Cancel the payment at the provider; if it was paid there, settle it by hand: order or refund.',
    find: `
      select payment.key::text as subject,
        format('the payment counts on %s points, set aside are %s', payment.points,
          coalesce(reserve.points, 0)) as message
      from payment
        left join ledger reserve on reserve.id = payment.reservation_id and reserve.kind = 'reserve'
          and reserve.voucher_id = payment.voucher_id
          and not exists (
            select from ledger ending where ending.ends_id = reserve.id and ending.kind in ('capture', 'release'))
      where payment.outcome = 'held' and payment.points <> coalesce(reserve.points, 0)`,
  },
]
