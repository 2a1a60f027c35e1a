import type { Check } from '#tools/check/check-query.ts'

/**
 * A voucher with a cart had a login by its holder or by staff. A voucher with an order is activated, whether the
 * holder or staff ordered. The time must be stored.
 */
export const activationChecks: Check[] = [
  {
    code: 'claim-differs',
    resolve:
      'Insert a voucher_activation with the time of the earliest session, visit, cart or order of this voucher.',
    find: `
      select voucher.id::text as subject, 'there is a cart, but no time of activation' as message
      from voucher
      where exists (select from cart where cart.voucher_id = voucher.id)
        and not exists (select from voucher_activation where voucher_activation.voucher_id = voucher.id)
        and (not exists (select from impersonation where impersonation.voucher_id = voucher.id)
          or exists (select from orders where orders.voucher_id = voucher.id))
      union all
      select voucher_id::text, 'the voucher was activated, but there is no cart' from voucher_activation
      where not exists (select from cart where cart.voucher_id = voucher_activation.voucher_id)`,
  },
]
