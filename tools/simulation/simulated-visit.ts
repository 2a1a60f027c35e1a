import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import type { Cart } from '#contract/cart.shop.ts'
import { type Client, createClient } from '#contract/client.shop.ts'
import type { Fetch } from '#contract/shared/http-call.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import {
  ADDRESSES,
  type SimulatedHolder,
  type OfferToWant,
  wantedGifts,
} from '#domain/simulation/simulation-plan.ts'
import type { VoucherKeys } from '#server/platform/crypto/voucher-keys.ts'

export type VisitEnd =
  | { kind: 'ordered'; number: string }
  /** The next visit may succeed. */
  | { kind: 'later'; reason: string }
  | { kind: 'left'; reason: string }

export type VisitContext = {
  /** The address of a shop that is running now. */
  url: () => string
  keys: Pick<VoucherKeys, 'wireHash'>
  offers: readonly OfferToWant[]
  random: () => number
  /** Called for a gift that the holder wanted and that was not available. */
  onMissed: (spliId: string) => void
}

/** How often a call to a stopped shop is retried, as people reload a page. */
const RELOADS = 40
const RELOAD_MS = 150
const MAX_BASKETS = 5

/** Repeats an interrupted call unchanged, because its effect is unknown. */
export function retryingFetch(url: () => string): Fetch {
  return async (address, init) => {
    for (let reloads = 0; ; reloads += 1) {
      try {
        const response = await fetch(url() + address, { ...init, redirect: 'manual' })
        const text = await response.text()
        return { status: response.status, headers: response.headers, text: async () => text }
      } catch (error) {
        if (reloads >= RELOADS) throw error
        await pause(RELOAD_MS)
      }
    }
  }
}

/**
 * A simulated holder signs in with the code from their mail and makes the calls of the pages, until there is an order
 * or they give up.
 */
export async function visitShop(
  context: VisitContext,
  holder: SimulatedHolder,
  code: string,
): Promise<VisitEnd> {
  try {
    return await new Visit(context, holder).run(code)
  } catch (error) {
    // After an error page, a holder comes back another day.
    return { kind: 'later', reason: error instanceof Error ? error.name : 'unknown' }
  }
}

/** Some recipients return their gifts. */
export async function withdrawFromAll(
  context: VisitContext,
  holder: SimulatedHolder,
  { code, number }: { code: string; number: string },
): Promise<void> {
  let token: string | null = null
  const client = createClient({ base: '', fetch: retryingFetch(context.url), token: () => token })
  const answer = await client.call('logIn', { encrypted_code: context.keys.wireHash(code) })
  if (refused(answer) || !answer.code_is_valid) return
  token = answer.wt
  await client.call('withdrawOrder', {
    order_number: number,
    withdrawal_key: randomUUID(),
    reason: 'Not to my taste',
    email: holder.email,
  })
}

class Visit {
  #token: string | null = null
  #client: Client

  constructor(
    private context: VisitContext,
    private holder: SimulatedHolder,
  ) {
    this.#client = createClient({
      base: '',
      fetch: retryingFetch(context.url),
      token: () => this.#token,
    })
  }

  async run(code: string): Promise<VisitEnd> {
    const { language } = this.holder
    const answer = await this.#client.call('logIn', {
      encrypted_code: this.context.keys.wireHash(code),
    })
    if (refused(answer)) return { kind: 'later', reason: answer.refused }
    if (!answer.code_is_valid) return { kind: 'left', reason: 'code-not-known' }
    this.#token = answer.wt
    await this.#client.call('products', { language })
    const earlier = await this.earlierOrder()
    if (earlier) return { kind: 'ordered', number: earlier }
    let reason = 'no-fitting-gift'
    for (let tries = 0; tries < MAX_BASKETS; tries += 1) {
      const end = await this.tryBasket()
      if (typeof end !== 'string') return end
      reason = end
    }
    return { kind: 'left', reason }
  }

  /** An order of an earlier visit whose confirmation never arrived. */
  private async earlierOrder(): Promise<string | undefined> {
    const orders = await this.#client.call('orders', {})
    if (refused(orders)) return undefined
    return orders.response.find(({ state }) => state !== 'cancelled')?.order_number
  }

  private async tryBasket(): Promise<VisitEnd | string> {
    const cart = await this.fill()
    if (typeof cart === 'string') return cart
    const address = await this.giveAddress()
    if (address) return address
    if (this.holder.pickup) await this.choosePickup()
    const ready = await this.read()
    if (typeof ready === 'string') return ready
    if (ready.order_number) return { kind: 'ordered', number: ready.order_number }
    if (ready.totals.amount_due !== '0.00') {
      const paid = await this.pay(ready)
      if (paid) return paid
    }
    return this.order(ready)
  }

  private async read(): Promise<Cart | string> {
    const answer = await this.#client.call('readCart', {})
    return refused(answer) ? answer.refused : answer.response
  }

  /** Removes the contents of the cart, then adds the wanted gifts. */
  private async fill(): Promise<Cart | string> {
    const before = await this.read()
    if (typeof before === 'string') return before
    if (before.open_payment || before.order_number) return before
    for (const item of before.shopping_cart_items)
      await this.#client.call('changeCart', {
        spli_id: item.spli_id,
        shopping_cart_item: item.id,
        quantity: 0,
      })
    const { voucher_points: points, maximum_points: maximum } = before.totals
    const limit = this.holder.paysExtra ? maximum : points
    const wanted = wantedGifts(this.context.offers, { points, most: limit }, this.context.random)
    if (wanted.length === 0) return 'no-fitting-gift'
    const quantities = new Map<string, number>()
    for (const { spliId } of wanted) quantities.set(spliId, (quantities.get(spliId) ?? 0) + 1)
    for (const [spliId, quantity] of quantities) {
      const added = await this.#client.call('changeCart', { spli_id: spliId, quantity })
      if (refused(added)) {
        this.context.onMissed(spliId)
        return added.refused
      }
    }
    const cart = await this.read()
    if (typeof cart === 'string') return cart
    const [problem] = cart.problems
    if (!problem) return cart
    if (problem.spli_id !== undefined) this.context.onMissed(problem.spli_id)
    return problem.code
  }

  private async giveAddress(): Promise<VisitEnd | undefined> {
    const { firstName, surname, email, country, language } = this.holder
    const home = this.holder.home ?? ADDRESSES[country] ?? ADDRESSES['NL']
    if (!home) throw new Error('no recipient has an address')
    const saved = await this.#client.call('saveAddress', {
      contact_email: email,
      contact_first_name: firstName,
      contact_surname_prefix: '',
      contact_surname: surname,
      contact_telephone: home.phone,
      delivery_address_street: home.street,
      delivery_address_housenr: home.house,
      delivery_address_housenr_appendix: '',
      delivery_address_postal_code: home.postcode,
      delivery_address_city: home.city,
      delivery_address_country_code: country,
      direct_delivery_consent: true,
      language,
    })
    if (!refused(saved)) return undefined
    return { kind: 'left', reason: `address: ${saved.refused}` }
  }

  /** Without a pickup point, the standard delivery stays. */
  private async choosePickup() {
    const { country } = this.holder
    const home = this.holder.home ?? ADDRESSES[country]
    const offer = await this.#client.call('deliveryMethods', {
      Address: {
        CountryCode: country,
        PostalCode: home?.postcode ?? '',
        HouseNumber: home?.house ?? '',
      },
    })
    if (refused(offer)) return
    const frame = offer.Timeframes.find((timeframe) => timeframe.IsPickupPoint)
    const [option] = frame?.ShippingOptions ?? []
    if (!frame || !option) return
    await this.#client.call('chooseDelivery', {
      shipper_code: option.ShipperCodes[0] ?? option.Code,
      code: option.Code,
      service_point_code: frame.PickupPointDetails?.Code ?? '',
      from: frame.From,
    })
  }

  /** Undefined if the payment succeeded. */
  private async pay(cart: Cart): Promise<VisitEnd | undefined> {
    const { payment } = this.holder
    for (const end of payment === 'well' ? ['paid'] : [payment, 'paid']) {
      const url = this.context.url()
      const created = await this.#client.call(
        'createPayment',
        {
          cart_guid: cart.cart_guid,
          amount: cart.totals.amount_due,
          cancelUrl: `${url}/checkout`,
          redirectUrl: `${url}/confirmation?extra_payments=1`,
        },
        { idempotencyKey: randomUUID() },
      )
      if (refused(created)) return { kind: 'later', reason: created.refused }
      // The holder leaves with the payment page open.
      if (end === 'never' || end === 'expired')
        return { kind: 'later', reason: 'payment-left-open' }
      await retryingFetch(this.context.url)(`/sandbox/payments/${created.id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `status=${end}`,
      })
    }
    return undefined
  }

  private async order(cart: Cart): Promise<VisitEnd | string> {
    const payment_method = cart.totals.amount_due === '0.00' ? ('FC' as const) : ('MOL' as const)
    const placed = await this.#client.call(
      'convertCart',
      { cart_guid: cart.cart_guid, payment_method, language: this.holder.language },
      { idempotencyKey: randomUUID() },
    )
    if (refused(placed)) {
      const mayResolve = payment_method === 'MOL' || placed.refused === 'service-down'
      return mayResolve ? { kind: 'later', reason: placed.refused } : placed.refused
    }
    const number = placed.response.order_number
    const { undo } = this.holder
    if (undo === 'cancel') await this.#client.call('cancelOrder', { order_number: number })
    if (undo !== 'reopen') return { kind: 'ordered', number }
    const reopened = await this.#client.call('reopenOrder', { order_number: number })
    // Only once. The card payment is refunded, and the gifts are ordered another day.
    this.holder = { ...this.holder, undo: 'none' }
    if (refused(reopened)) return { kind: 'ordered', number }
    return { kind: 'later', reason: 'reopened' }
  }
}
