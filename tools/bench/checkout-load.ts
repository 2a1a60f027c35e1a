import http from 'node:http'

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })

/** A call that gets neither a response nor a disconnect for this long is a defect. */
export class NoResponse extends Error {}
const HANG_MS = 30_000

export type Call = ((
  method: string,
  path: string,
  token: string | null,
  body?: unknown,
) => Promise<{ status: number; body: Record<string, unknown> }>) & { origin: string }

/** A minimal HTTP client, so that the benchmark measures the shop and not the client. */
export function createCaller(url: string): Call {
  const { hostname, port, origin } = new URL(url)
  const call = (...[method, path, token, body]: Parameters<Call>): ReturnType<Call> =>
    new Promise((done, fail) => {
      const text = body === undefined ? '' : JSON.stringify(body)
      const request = http.request(
        {
          agent,
          hostname,
          port,
          method,
          path,
          headers: {
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...(text === ''
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          },
        },
        (response) => {
          let answer = ''
          response.setEncoding('utf8')
          response.on('data', (part: string) => (answer += part))
          response.on('end', () => {
            done(parseResponse(response.statusCode ?? 0, answer))
          })
          response.on('error', fail)
        },
      )
      request.on('error', fail)
      request.setTimeout(HANG_MS, () =>
        request.destroy(new NoResponse(`${method} ${path} was not answered`)),
      )
      request.end(text)
    })
  return Object.assign(call, { origin })
}

/** A shop that is being killed may send a partial response: status 0, for callers that retry. */
function parseResponse(status: number, text: string) {
  // A redirect has no body.
  if (status === 303) return { status, body: {} }
  try {
    return { status, body: JSON.parse(text) as Record<string, unknown> }
  } catch {
    return { status: 0, body: {} }
  }
}

export const ADDRESS = {
  contact_email: 'bench@example.com',
  contact_first_name: 'Ben',
  contact_surname: 'Chmark',
  delivery_address_street: 'Zilverkade',
  delivery_address_housenr: '12',
  delivery_address_postal_code: '1012AB',
  delivery_address_city: 'Amsterdam',
  delivery_address_country_code: 'NL',
}

/** Gifts for a voucher of twenty points, shipped by the warehouse. Depends on the numbers of `bench-data.ts`. */
export const affordableGifts = (index: number) => [`1014-bench-${3 * (index % 300) + 3}`]
/** Gifts of 21 points in total, so 5 euros are due. */
export const giftsAbovePoints = (index: number) => [
  `1014-bench-${60 * (index % 16) + 39}`,
  `1014-bench-${60 * (index % 16) + 60}`,
]

/** Logs in; answers the token and the cart. */
export async function logIn(call: Call, hash: string) {
  const { wt, shopping_cart_guid } = await expectOk(
    call('POST', '/rest/giftcardcodelogin', null, { encrypted_code: hash }),
  )
  return { token: String(wt), cart_guid: String(shopping_cart_guid) }
}

type Frame = { From: string | null; ShippingOptions: { Code: string; ShipperCodes: string[] }[] }

/**
 * From the code to the order number with the calls of the pages: log in, add, read the cart, set the address, get
 * delivery options, choose one, order. For a total above the points it also starts the payment and pays on the bank's
 * page.
 */
export async function checkout(
  call: Call,
  hash: string,
  gifts: string[],
  { byCard = false } = {},
): Promise<string> {
  const { token, cart_guid } = await logIn(call, hash)
  for (const spli_id of gifts) {
    const add = { cart_guid, spli_id, quantity: 1, force_new_line: false, shopping_cart_item: null }
    await expectOk(call('POST', '/rest/shopping_cart', token, add))
  }
  const cart = await expectOk(call('GET', `/rest/shopping_cart_get?cart_guid=${cart_guid}`, token))
  await expectOk(
    call('PUT', '/rest/shopping_cart_add_contact_and_address', token, { cart_guid, ...ADDRESS }),
  )
  await chooseDelivery(call, token, cart_guid)
  if (byCard) await pay(call, token, cart_guid, cart)
  const order = await expectOk(
    call('PUT', '/rest/convert_cart', token, { cart_guid, payment_method: byCard ? 'MOL' : 'FC' }),
  )
  return (order['response'] as { order_number: string }).order_number
}

async function chooseDelivery(call: Call, token: string, cart_guid: string) {
  const answer = await expectOk(
    call('POST', '/rest/monta/delivery_methods', token, deliveryRequest(cart_guid)),
  )
  const choice = firstHomeDelivery(answer, cart_guid)
  // Gifts from suppliers and digital gifts have no delivery options.
  if (!choice) return
  await expectOk(call('PUT', '/rest/shopping_cart_set_monta_shipping_method', token, choice))
}

export const deliveryRequest = (cart_guid: string) => ({
  cart_guid,
  Address: {
    CountryCode: ADDRESS.delivery_address_country_code,
    Street: ADDRESS.delivery_address_street,
    HouseNumber: ADDRESS.delivery_address_housenr,
    PostalCode: ADDRESS.delivery_address_postal_code,
    City: ADDRESS.delivery_address_city,
  },
  MaximumNumberOfPickupPoints: 5,
  OnlyPickupPoint: false,
  HideDHLPackStations: false,
})

/** The first time for home delivery. */
export function firstHomeDelivery({ Timeframes }: Record<string, unknown>, cart_guid: string) {
  const frame = (Timeframes as Frame[]).find(({ From }) => From !== null)
  const [option] = frame?.ShippingOptions ?? []
  return frame && option
    ? {
        cart_guid,
        shipper_code: option.ShipperCodes[0],
        code: option.Code,
        from: frame.From,
        service_point_code: '',
      }
    : undefined
}

async function pay(call: Call, token: string, cart_guid: string, cart: Record<string, unknown>) {
  const { totals } = cart['response'] as { totals: { amount_due: string } }
  const { id } = await expectOk(
    call('POST', '/proxy/payments', token, {
      cart_guid,
      amount: totals.amount_due,
      description: 'bench',
      cancelUrl: `${call.origin}/checkout`,
      redirectUrl: `${call.origin}/confirmation`,
    }),
  )
  const { status } = await call('POST', `/sandbox/payments/${String(id)}`, null, { status: 'paid' })
  if (status !== 303) throw new Error(`the bank's page answered ${status}`)
}

export async function expectOk(answer: ReturnType<Call>) {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

/** Runs this many at once until the time or the work ends. Returns the rate per second and the 99th percentile. */
export async function load(
  atOnce: number,
  seconds: number,
  /** `place` is the number of the concurrent worker. */
  work: (index: number, worker: number) => Promise<unknown>,
  maxCount = Infinity,
) {
  const times: number[] = []
  const startedAt = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async (_, worker) => {
      while (performance.now() - startedAt < seconds * 1000 && next < maxCount) {
        const index = next++
        const callStart = performance.now()
        await work(index, worker)
        times.push(performance.now() - callStart)
      }
    }),
  )
  const elapsed = (performance.now() - startedAt) / 1000
  times.sort((a, b) => a - b)
  return {
    perSecond: times.length / elapsed,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    count: times.length,
  }
}
