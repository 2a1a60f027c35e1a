import {
  ADDRESS,
  type Call,
  deliveryRequest,
  firstHomeDelivery,
  expectOk,
  affordableGifts,
} from '#tools/bench/checkout-load.ts'

export type Guest = { hash: string; token: string; cart_guid: string; choice: unknown }
type Step = { name: string; run: (guest: Guest, index: number) => Promise<void> }

export const newGuest = (hash: string): Guest => ({
  hash,
  token: '',
  cart_guid: '',
  choice: undefined,
})

/** The seven calls of a checkout on points, to be taken one after the other. */
export const checkoutSteps = (call: Call): Step[] => [...fillCart(call), ...deliverAndOrder(call)]

const fillCart = (call: Call): Step[] => [
  {
    name: 'log in',
    async run(guest) {
      const answer = await expectOk(
        call('POST', '/rest/giftcardcodelogin', null, { encrypted_code: guest.hash }),
      )
      guest.token = String(answer['wt'])
      guest.cart_guid = String(answer['shopping_cart_guid'])
    },
  },
  {
    name: 'add to cart',
    async run({ token, cart_guid }, index) {
      const [spli_id] = affordableGifts(index)
      const add = {
        cart_guid,
        spli_id,
        quantity: 1,
        force_new_line: false,
        shopping_cart_item: null,
      }
      await expectOk(call('POST', '/rest/shopping_cart', token, add))
    },
  },
  {
    name: 'read the cart',
    async run({ token, cart_guid }) {
      await expectOk(call('GET', `/rest/shopping_cart_get?cart_guid=${cart_guid}`, token))
    },
  },
]

const deliverAndOrder = (call: Call): Step[] => [
  {
    name: 'say where to',
    async run({ token, cart_guid }) {
      const where = { cart_guid, ...ADDRESS }
      await expectOk(call('PUT', '/rest/shopping_cart_add_contact_and_address', token, where))
    },
  },
  {
    name: 'ask the carriers',
    async run(guest) {
      const answer = await expectOk(
        call('POST', '/rest/monta/delivery_methods', guest.token, deliveryRequest(guest.cart_guid)),
      )
      guest.choice = firstHomeDelivery(answer, guest.cart_guid)
    },
  },
  {
    name: 'choose',
    async run({ token, choice }) {
      await expectOk(call('PUT', '/rest/shopping_cart_set_monta_shipping_method', token, choice))
    },
  },
  {
    name: 'order',
    async run({ token, cart_guid }) {
      await expectOk(call('PUT', '/rest/convert_cart', token, { cart_guid, payment_method: 'FC' }))
    },
  },
]
