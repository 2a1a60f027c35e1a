import type { z } from 'zod'

import type { saveAddress } from '#contract/cart.shop.ts'
import { type Refusal, refuse } from '#contract/shared/refusals.shop.ts'
import { type Address, sameAddress, switchToAddress } from '#domain/fulfilment/delivery.ts'
import { type Language, languageOf } from '#domain/language.ts'
import {
  type CheckedAddress,
  type CheckedContact,
  checkContact,
} from '#server/modules/cart/check-contact.ts'
import {
  type CartRow,
  type ContactSave,
  findCartWithOffers,
  findOffered,
  lockCart,
  type Person,
  saveContactIfUntouched,
  saveDelivery,
  type StoredDelivery,
} from '#server/modules/cart/cart.sql.ts'
import type { Channel } from '#server/modules/channels/core/channel.sql.ts'
import { releaseHold } from '#server/modules/cart/release-hold.ts'
import type { Timeframe } from '#server/platform/services/service-ports.ts'
import { sameValue } from '#server/platform/compare-values.ts'
import { notifyHolderChange } from '#server/modules/sessions/notify-holder-change.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

type Ask = z.output<typeof saveAddress.input>

/**
 * Checks and normalises recipient and address. They are saved as one value, so that no part of an old address
 * remains.
 */
export async function saveContactAndAddress(
  shop: Shop,
  channel: Channel,
  voucherId: number,
  ask: Ask,
): Promise<
  CartRow | Refusal<'invalid-input' | 'address-invalid' | 'no-such-cart' | 'cart-ordered'>
> {
  const contact = await checkContact(shop, voucherId, channel, ask)
  if ('refused' in contact) return contact
  const read = await findCartWithOffers(shop.sql, voucherId, ask.cart_guid)
  if (!read) return refuse('no-such-cart')
  const save = saveOf(read, ask, contact)
  if (save === 'ordered') return refuse('cart-ordered')
  if (save === 'same') return read.cart
  const saved = await saveContactIfUntouched(shop.sql, read.cart, save)
  return saved ?? saveUnderLock(shop, voucherId, ask, contact)
}

/** For a cart that has changed, or whose open payment must be cancelled first. */
async function saveUnderLock(
  shop: Pick<Shop, 'sql' | 'jobs' | 'ports' | 'changeEvents' | 'holders'>,
  voucherId: number,
  ask: Ask,
  contact: CheckedContact,
) {
  const saved = await shop.sql.begin(async (sql) => {
    const cart = await lockCart(sql, voucherId, ask.cart_guid)
    if (!cart) return refuse('no-such-cart')
    const save = saveOf({ cart, offered: await findOffered(sql, cart.guid) }, ask, contact)
    if (save === 'ordered') return refuse('cart-ordered')
    if (save === 'same') return cart

    await releaseHold(shop, sql, cart)
    await saveDelivery(sql, cart.guid, save)
    return (await lockCart(sql, voucherId, cart.guid)) ?? refuse('no-such-cart')
  })
  notifyHolderChange(shop, voucherId)
  return saved
}

function saveOf(
  { cart, offered }: { cart: CartRow; offered: Timeframe[] },
  ask: Ask,
  { person, checked }: CheckedContact,
): ContactSave | 'same' | 'ordered' {
  if (cart.state === 'ordered') return 'ordered'
  const delivery = deliveryAfter(cart, checked, offered)
  const consented = ask.direct_delivery_consent ?? cart.consented
  const language = languageOf(ask.language) ?? cart.language
  if (isSame(cart, person, delivery, consented, language)) return 'same'
  const moved = addressOf(cart.delivery) !== addressOf(delivery)
  return { person, delivery, offered: moved ? [] : null, consented, language }
}

/**
 * A client that chose a pickup point sends the point's own address before the choice; that is no change of address.
 * The same address changes nothing, a new one resets the choice of carrier.
 */
function deliveryAfter(
  cart: CartRow,
  checked: CheckedAddress | null,
  offered: Timeframe[],
): StoredDelivery | null {
  if (!checked) return cart.delivery
  const { address, verified } = checked
  if (cart.delivery && isPickupPoint(address, offered)) return cart.delivery
  if (cart.delivery?.kind === 'home' && sameAddress(cart.delivery.address, address)) {
    return { ...cart.delivery, verified }
  }
  return switchToAddress(address, verified)
}

function isPickupPoint(address: Address, offered: Timeframe[]) {
  return offered.some(({ PickupPointDetails: point }) => {
    if (!point) return false
    const plain = (text: string) => text.replace(/\s/g, '').toLowerCase()
    return (
      plain(point.PostalCode) === plain(address.postalCode) &&
      plain(point.HouseNumber + point.addition) === plain(address.houseNumber + address.addition)
    )
  })
}

/** The part of an address that carriers need for their offers. If it stays the same, the offers stay valid. */
function addressOf(delivery: StoredDelivery | null) {
  if (!delivery) return ''
  const { postalCode, houseNumber, country } =
    delivery.kind === 'pickup' ? delivery.home : delivery.address
  return `${country} ${postalCode} ${houseNumber}`
}

function isSame(
  cart: CartRow,
  person: Person,
  delivery: StoredDelivery | null,
  consented: boolean,
  language: Language,
) {
  return (
    sameValue(cart.person, person) &&
    sameValue(cart.delivery, delivery) &&
    cart.consented === consented &&
    cart.language === language
  )
}
