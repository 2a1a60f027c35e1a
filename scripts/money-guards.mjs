/** See guards.mjs. `text` stands once in the file; without it, or with `instead`, the named test has to fail. */
export const guards = [
  {
    why: 'shelves are locked before a card payment sets pieces aside (B42)',
    file: 'server/placing/place-order.ts',
    text: ' order by sku for update of stock`',
    instead: ' order by sku`',
    test: 'server/payments/hold-payment.test.ts',
    title: 'sets the last piece aside for one of eight who pay by card',
  },
  {
    why: 'euros due are refused where points alone pay',
    file: 'server/checkout/convert-cart.ts',
    text: "if (dueCents(orderPoints(cart.lines), cart.available) > 0) return refuse('not-paid')",
    instead: '',
    test: 'server/checkout/convert-cart.test.ts',
    title: 'is refused with FC when something is due',
  },
]
