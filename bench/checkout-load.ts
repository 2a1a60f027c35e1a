import http from 'node:http'

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })

/** A call that is neither answered nor torn off for so long is a defect of its own. */
export class Hang extends Error {}
const HANG_MS = 30_000

export type Call = (
  method: string,
  path: string,
  token: string | null,
  body?: unknown,
) => Promise<{ status: number; body: Record<string, unknown> }>

/** A bare client: what is measured is the shop, not the one who asks. */
export function caller(url: string): Call {
  const { hostname, port } = new URL(url)
  return (method, path, token, body) =>
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
            done(parsed(response.statusCode ?? 0, answer))
          })
          response.on('error', fail)
        },
      )
      request.on('error', fail)
      request.setTimeout(HANG_MS, () =>
        request.destroy(new Hang(`${method} ${path} was not answered`)),
      )
      request.end(text)
    })
}

/** A shop that is being killed may answer half a word: status 0, for those who try again. */
function parsed(status: number, text: string) {
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

/** Log in, add a gift, say where to, order: from the code to the number. */
export async function checkout(call: Call, hash: string, spliId: string): Promise<string> {
  const login = await call('POST', '/rest/giftcardcodelogin', null, { encrypted_code: hash })
  const token = String(login.body['wt'])
  const cart_guid = login.body['shopping_cart_guid']
  await needed(
    call('POST', '/rest/shopping_cart', token, {
      cart_guid,
      spli_id: spliId,
      quantity: 1,
      force_new_line: false,
      shopping_cart_item: null,
    }),
  )
  await needed(
    call('PUT', '/rest/shopping_cart_add_contact_and_address', token, { cart_guid, ...ADDRESS }),
  )
  const order = await needed(
    call('PUT', '/rest/convert_cart', token, { cart_guid, payment_method: 'FC' }),
  )
  return (order['response'] as { order_number: string }).order_number
}

export async function needed(answer: ReturnType<Call>) {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

/** So many at once until the time is up or the work is: per second, and the 99th of a hundred. */
export async function load(
  atOnce: number,
  seconds: number,
  work: (index: number) => Promise<unknown>,
  most = Infinity,
) {
  const times: number[] = []
  const started = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() - started < seconds * 1000 && next < most) {
        const index = next++
        const begun = performance.now()
        await work(index)
        times.push(performance.now() - begun)
      }
    }),
  )
  const elapsed = (performance.now() - started) / 1000
  times.sort((a, b) => a - b)
  return {
    perSecond: times.length / elapsed,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    count: times.length,
  }
}
