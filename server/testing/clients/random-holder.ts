import fc from 'fast-check'
import { expect } from 'vitest'

import type { Cart } from '#contract/cart.shop.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import {
  SANDBOX_CHOICES,
  type SandboxPayments,
} from '#server/modules/payments/providers/sandbox/sandbox-payments.ts'
import { checkBooks } from '#tools/check/check.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { pollDuePayments } from '#server/modules/payments/poll-payments.timer.ts'
import { sampleContact, type TestHolder, type TestShop } from '#server/testing/test-shop.ts'

/** One gift of each delivery kind, and one that is almost sold out. */
export async function sampleGifts(shop: TestShop): Promise<string[]> {
  const made = [
    await shop.gift({ points: 1, name: 'Card' }),
    await shop.gift({ points: 2, delivery: 'digital', name: 'Voucher' }),
    await shop.gift({ points: 3, delivery: 'dropship', name: 'Plant' }),
    await shop.gift({ points: 5, inStock: 60, name: 'Vase' }),
    await shop.gift({ points: 7, inStock: 2, name: 'Lamp, nearly gone' }),
  ]
  return made.map(({ spliId }) => spliId)
}

const anyIndex = fc.nat({ max: 9 })
export const holderStep = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      go: fc.constant('add' as const),
      gift: anyIndex,
      units: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      go: fc.constant('change' as const),
      line: anyIndex,
      units: fc.nat({ max: 4 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ go: fc.constant('address' as const) }) },
  { weight: 2, arbitrary: fc.record({ go: fc.constant('delivery' as const), pick: anyIndex }) },
  {
    weight: 4,
    arbitrary: fc.record({
      go: fc.constant('pay' as const),
      end: fc.constantFrom(...SANDBOX_CHOICES),
      isNotified: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ go: fc.constant('order' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      go: fc.constantFrom('tab' as const, 'reload' as const, 'poll' as const, 'jobs' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ go: fc.constant('wait' as const), minutes: fc.constantFrom(1, 16, 31) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ go: fc.constantFrom('cancel' as const, 'reopen' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ go: fc.constant('together' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      go: fc.constant('back' as const),
      pages: fc.integer({ min: 1, max: 3 }),
      press: fc.constantFrom('pay' as const, 'order' as const, 'both' as const),
    }),
  },
)
export type HolderStep = typeof holderStep extends fc.Arbitrary<infer T> ? T : never

/** A holder who takes random steps in two tabs, with the buttons of the pages. */
export class RandomHolder {
  protected orders: string[] = []
  /** The carts that pages have shown, the newest last. The back button leads to them. */
  #shownCarts: Cart[] = []

  constructor(
    protected shop: TestShop,
    private gifts: string[],
    protected tab: TestHolder,
    protected otherTab: TestHolder,
  ) {}

  async run(step: HolderStep): Promise<void> {
    switch (step.go) {
      case 'add': {
        const spli_id = this.gifts[step.gift % this.gifts.length] ?? ''
        await this.tab.call('changeCart', { spli_id, quantity: step.units })
        return
      }
      case 'change': {
        const { shopping_cart_items: lines } = await this.cart()
        const line = lines[step.line % Math.max(1, lines.length)]
        if (line) await this.change(line, step.units)
        return
      }
      case 'address':
        return this.giveAddress()
      case 'delivery':
        return this.chooseDelivery(step.pick)
      case 'pay':
        return this.pay(await this.cart(), step)
      case 'back': {
        const cart = this.#shownCarts.at(-step.pages)
        if (!cart) return
        // An old tab: the cart it shows may have changed since.
        const payOldCart = () => this.pay(cart, { end: 'paid', isNotified: true })
        const orderOldCart = async () => void (await this.order(this.tab, cart))
        const actions = {
          pay: [payOldCart],
          order: [orderOldCart],
          both: [payOldCart, orderOldCart],
        }[step.press]
        await Promise.all(actions.map((press) => press()))
        return
      }
      case 'order':
        await this.order()
        return
      case 'tab':
        ;[this.tab, this.otherTab] = [this.otherTab, this.tab]
        return
      case 'reload':
        await Promise.all([this.cart(), this.tab.call('orders', {})])
        return
      case 'poll':
        await pollDuePayments(this.shop.shop)
        return
      case 'jobs':
        await this.shop.shop.jobs.drain()
        return
      case 'wait':
        this.shop.clock.advance(step.minutes * 60_000)
        return
      case 'cancel':
      case 'reopen': {
        const order_number = this.orders.at(-1)
        if (!order_number) return
        const name = step.go === 'cancel' ? ('cancelOrder' as const) : ('reopenOrder' as const)
        const outcome = await this.tab.call(name, { order_number })
        if (refused(outcome, 'undo-closed')) await submitOrder(this.shop.shop, order_number)
        return
      }
      case 'together':
        // Both tabs at once, while the payment poller runs.
        await Promise.all([
          this.order(),
          this.order(this.otherTab),
          pollDuePayments(this.shop.shop),
        ])
    }
  }

  async cart(): Promise<Cart> {
    const cart = await this.cartOf(this.tab)
    this.#shownCarts.push(cart)
    return cart
  }

  protected async cartOf(holder: TestHolder): Promise<Cart> {
    return (await holder.done('readCart', {})).response
  }

  async change(line: Cart['shopping_cart_items'][number], quantity: number) {
    await this.tab.call('changeCart', {
      spli_id: line.spli_id,
      shopping_cart_item: line.id,
      quantity,
    })
  }

  async giveAddress() {
    await this.tab.call('saveAddress', { ...sampleContact, direct_delivery_consent: true })
  }

  async chooseDelivery(pick: number) {
    const offer = await this.tab.call('deliveryMethods', {
      Address: { CountryCode: 'NL', PostalCode: '1012AB', HouseNumber: '12' },
    })
    if (refused(offer)) return
    const method = offer.Timeframes[pick % Math.max(1, offer.Timeframes.length)]
    const option = method?.ShippingOptions[0]
    if (!method || !option) return
    await this.tab.call('chooseDelivery', {
      shipper_code: option.ShipperCodes[0] ?? option.Code,
      code: option.Code,
      service_point_code: method.PickupPointDetails?.Code ?? '',
      from: method.From,
    })
  }

  async pay(
    cart: Cart,
    { end, isNotified }: { end: (typeof SANDBOX_CHOICES)[number]; isNotified: boolean },
  ) {
    const payment = await this.tab.call('createPayment', {
      cart_guid: cart.cart_guid,
      amount: cart.totals.amount_due,
      cancelUrl: `${this.shop.url}/checkout`,
      redirectUrl: `${this.shop.url}/confirmation?extra_payments=1`,
    })
    if (refused(payment)) return
    if (isNotified) await (this.shop.shop.ports.payments as SandboxPayments).choose(payment.id, end)
    // The webhook got lost, so only the provider knows the new state.
    else if (end !== 'open') {
      await this.shop.sql`
        update sandbox_payment set state = ${end} where id = ${payment.id} and state = 'open'`
    }
  }

  /** As the confirmation page does. A webhook may have ordered a cart that it shows already. */
  async order(holder = this.tab, known?: Cart): Promise<string | undefined> {
    const cart = known ?? (await this.cartOf(holder))
    const payment_method = cart.totals.amount_due === '0.00' ? 'FC' : 'MOL'
    const outcome = await holder.call('convertCart', { cart_guid: cart.cart_guid, payment_method })
    if (refused(outcome)) return undefined
    this.orders.push(outcome.response.order_number)
    return outcome.response.order_number
  }

  /** Fixes the problems of the cart, pays the amount due, and orders. */
  async finishOrder() {
    let lastState: unknown
    for (let tries = 0; tries < 12; tries += 1) {
      const cart = await this.cart()
      lastState = { problems: cart.problems, totals: cart.totals, open: cart.open_payment }
      if (cart.problems.length > 0) {
        await this.resolve(cart)
        continue
      }
      await this.giveAddress()
      if (cart.totals.amount_due !== '0.00') {
        await this.pay(cart, { end: 'paid', isNotified: tries % 2 === 0 })
      }
      await pollDuePayments(this.shop.shop)
      if (await this.order(this.tab, cart)) return
    }
    throw new Error(`no next step: ${JSON.stringify(lastState)}`)
  }

  async expectConsistentBooks() {
    await this.shop.shop.jobs.drain()
    expect((await checkBooks(this.shop.sql)).findings).toEqual([])
  }

  /** After their time limit, unfinished payments reserve no points and no gifts. */
  async expectNothingReserved() {
    this.shop.clock.advance(31 * 60_000)
    while ((await pollDuePayments(this.shop.shop)) > 0);
    await this.shop.shop.jobs.drain()
    const [held] = await this.shop.sql`
      select (select sum(reserved)::integer from voucher_balance where voucher_id = ${this.tab.voucherId}) as points,
        (select count(*)::integer from payment where outcome = 'held') as payments`
    expect(held).toEqual({ points: 0, payments: 0 })
  }

  async resolve(cart: Cart) {
    for (const problem of cart.problems) {
      const line = cart.shopping_cart_items.find(({ spli_id }) => spli_id === problem.spli_id)
      if (problem.code === 'cart-empty') {
        await this.tab.call('changeCart', { spli_id: this.gifts[0] ?? '', quantity: 1 })
      } else if (line) await this.change(line, problem.available ?? line.quantity)
      else {
        const dearest = cart.shopping_cart_items.toSorted((a, b) => b.points - a.points)[0]
        if (dearest) await this.change(dearest, dearest.quantity - 1)
      }
    }
  }
}
