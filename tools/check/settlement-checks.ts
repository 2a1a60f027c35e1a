import type { Check } from '#tools/check/check-query.ts'

/** Compares the payouts of the provider with the payments in the accounts, to the cent. */
export const settlementChecks: Check[] = [
  {
    code: 'settlement-sum-differs',
    resolve:
      'Ask the provider what else is in this settlement, because its parts do not add up to the total.',
    find: `
      select settlement.id as subject,
        format('%s paid out %s cents, but its parts minus costs of %s are %s', reference, settlement.cents, costs_cents,
          coalesce(sum(item.cents), 0) - costs_cents) as message
      from settlement left join settlement_item item on settlement_id = settlement.id
      group by settlement.id
      having settlement.cents <> coalesce(sum(item.cents), 0) - costs_cents`,
  },
  {
    code: 'settlement-unknown-money',
    resolve:
      'Look it up in the dashboard of the provider. It was paid out, but no payment of this shop matches it.',
    find: `
      select format('%s %s', settlement_id, id) as subject,
        format('%s of %s cents matches no payment, refund or chargeback of this shop', kind, cents) as message
      from settlement_item item
      where case kind
        when 'refund' then not exists (select from refund where provider_id = item.id)
        when 'chargeback' then not exists (select from chargeback where chargeback.id = item.id)
        else not exists (select from payment where payment.id = item.payment_id) end`,
  },
  {
    code: 'settlement-amount-differs',
    resolve: 'The provider knows what it paid out. Correct the accounts, or ask the provider why.',
    find: `
      select format('%s %s', settlement_id, item.id) as subject,
        format('%s: %s cents were paid out, but the accounts have %s', kind, item.cents, known.cents) as message
      from settlement_item item cross join lateral (
        select cents::bigint from payment where kind = 'payment' and payment.id = item.id
        union all select -cents::bigint from refund where kind = 'refund' and provider_id = item.id
        union all select sign(item.cents)::bigint * cents from chargeback where kind = 'chargeback' and chargeback.id = item.id
      ) known
      where item.cents <> known.cents`,
  },
  {
    code: 'settlement-missing',
    resolve:
      'Ask the provider when it will pay this out, because the payment arrived five weeks ago.',
    // Only payments since the first payout. Older ones have no payout data.
    find: `
      select payment.key::text as subject, format('%s cents were paid, but never paid out', payment.cents) as message
      from payment
      where state = 'paid' and settled_at < now() - interval '35 days'
        and settled_at > (select min(paid_at) from settlement where settlement.provider = payment.provider)
        and not exists (select from settlement_item where payment_id = payment.id)`,
  },
]
