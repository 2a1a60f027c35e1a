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

type Input = z.output<typeof saveAddress.input>

/**
 * Checks and normalises recipient and address. They are saved as one value, so that no part of an old address
 * remains.
 */
export async function saveContactAndAddress(
  shop: Shop,
  channel: Channel,
  voucherId: number,
  input: Input,
): Promise<
  CartRow | Refusal<'invalid-input' | 'address-invalid' | 'no-such-cart' | 'cart-ordered'>
> {
  const contact = await checkContact(shop, voucherId, channel, input)
  if ('refused' in contact) return contact
  const current = await findCartWithOffers(shop.sql, voucherId, input.cart_guid)
  if (!current) return refuse('no-such-cart')
  const save = contactSave(current, input, contact)
  if (save === 'ordered') return refuse('cart-ordered')
  if (save === 'same') return current.cart
  const saved = await saveContactIfUntouched(shop.sql, current.cart, save)
  return saved ?? saveUnderLock(shop, voucherId, input, contact)
}

/** For a cart that has changed, or whose open payment must be cancelled first. */
async function saveUnderLock(
  shop: Pick<Shop, 'sql' | 'jobs' | 'ports' | 'changeEvents' | 'holders'>,
  voucherId: number,
  input: Input,
  contact: CheckedContact,
) {
  const saved = await shop.sql.begin(async (sql) => {
    const cart = await lockCart(sql, voucherId, input.cart_guid)
    if (!cart) return refuse('no-such-cart')
    const save = contactSave({ cart, offered: await findOffered(sql, cart.guid) }, input, contact)
    if (save === 'ordered') return refuse('cart-ordered')
    if (save === 'same') return cart

    await releaseHold(shop, sql, cart)
    await saveDelivery(sql, cart.guid, save)
    return (await lockCart(sql, voucherId, cart.guid)) ?? refuse('no-such-cart')
  })
  notifyHolderChange(shop, voucherId)
  return saved
}

/** What to save; 'same' if nothing has changed. */
function contactSave(
  { cart, offered }: { cart: CartRow; offered: Timeframe[] },
  input: Input,
  { person, checked }: CheckedContact,
): ContactSave | 'same' | 'ordered' {
  if (cart.state === 'ordered') return 'ordered'
  const delivery = deliveryAfter(cart, checked, offered)
  const consented = input.direct_delivery_consent ?? cart.consented
  const language = languageOf(input.language) ?? cart.language
  if (isUnchanged(cart, person, delivery, consented, language)) return 'same'
  const hasMoved = carrierAddress(cart.delivery) !== carrierAddress(delivery)
  return { person, delivery, offered: hasMoved ? [] : null, consented, language }
}

/**
 * The same address changes nothing, a new one resets the choice of carrier. Before a client chooses a pickup point, it
 * sends the point's address here, which is not a change of the holder's address.
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
    const normalize = (text: string) => text.replace(/\s/g, '').toLowerCase()
    return (
      normalize(point.PostalCode) === normalize(address.postalCode) &&
      normalize(point.HouseNumber + point.addition) ===
        normalize(address.houseNumber + address.addition)
    )
  })
}

/** The part of an address that carriers need for their offers. If it stays the same, the offers stay valid. */
function carrierAddress(delivery: StoredDelivery | null) {
  if (!delivery) return ''
  const { postalCode, houseNumber, country } =
    delivery.kind === 'pickup' ? delivery.home : delivery.address
  return `${country} ${postalCode} ${houseNumber}`
}

function isUnchanged(
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
