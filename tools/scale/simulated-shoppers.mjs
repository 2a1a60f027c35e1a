// Whole checkouts at several shops, and every promise of a shop written down: which number it gave to which cart, and when.
import { createHash } from 'node:crypto'
import http from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const HELD_MS = 3000
const HANG_MS = 40_000
const ADDRESS = {
  contact_email: 'noor@example.com',
  contact_first_name: 'Noor',
  contact_surname: 'Dijk',
  contact_telephone: '0612345678',
  delivery_address_street: 'Zilverkade',
  delivery_address_housenr: '12',
  delivery_address_postal_code: '1012AB',
  delivery_address_city: 'Amsterdam',
  delivery_address_country_code: 'NL',
}

const hashOf = (code) => createHash('sha1').update(`giftpoint${code}`).digest('base64')

/** A number of concurrent shoppers, distributed over the shops, until they are stopped. */
export function shoppersAt(urls, { codes, gifts, atOnce = 8 }) {
  const began = performance.now()
  const calls = new CountedCalls(urls, began)
  const orders = []
  const stopping = new AbortController()

  async function shop(first) {
    for (let next = first; !stopping.signal.aborted; next += atOnce) {
      const code = hashOf(codes[next % codes.length])
      const order = await checkOut(calls, code, gifts[next % gifts.length])
      if (order) orders.push({ at: performance.now() - began, ...order })
    }
  }

  const shopping = Array.from({ length: atOnce }, (_, first) => shop(first))
  return {
    requestCount: () => calls.requestCount,
    async stop() {
      stopping.abort()
      await Promise.all(shopping)
      calls.close()
      const times = [
        0,
        ...orders.map(({ at }) => at).sort((a, b) => a - b),
        performance.now() - began,
      ]
      const pauses = times.slice(1).map((at, place) => at - (times[place] ?? 0))
      const { requestCount, answers, unexpected, held, longest } = calls
      return {
        requestCount,
        answers,
        unexpected,
        orders,
        held,
        longest,
        pause: Math.max(...pauses),
      }
    },
  }
}

/** One checkout. Returns the order that the shop confirmed, if it came to one. */
async function checkOut(calls, code, spli_id) {
  const login = await calls.send('login', 'POST', '/rest/giftcardcodelogin', null, {
    encrypted_code: code,
  })
  const { wt, shopping_cart_guid: cart_guid } = login.body ?? {}
  if (!wt) {
    await pause(100)
    return undefined
  }
  await calls.send('list', 'GET', '/rest/producttags/products?page=1', wt)
  const line = {
    cart_guid,
    spli_id,
    quantity: 1,
    force_new_line: false,
    shopping_cart_item: null,
  }
  const added = await calls.send('add', 'POST', '/rest/shopping_cart', wt, line)
  if (added.status !== 200) return undefined
  const home = { cart_guid, ...ADDRESS }
  const addressed = await calls.send(
    'address',
    'PUT',
    '/rest/shopping_cart_add_contact_and_address',
    wt,
    home,
  )
  if (addressed.status !== 200) return undefined
  const order = await calls.send('order', 'PUT', '/rest/convert_cart', wt, {
    cart_guid,
    payment_method: 'FC',
  })
  if (order.status !== 200) return undefined
  return { number: order.body.response.order_number, cart: cart_guid }
}

/** Calls to the shops in turn, with what became of them. */
class CountedCalls {
  answers = new Map()
  unexpected = []
  requestCount = 0
  held = 0
  longest = 0

  constructor(urls, began) {
    this.urls = urls
    this.began = began
    this.agents = urls.map(() => new http.Agent({ keepAlive: true, maxSockets: 200 }))
  }

  send(name, method, path, token, body) {
    const turn = this.requestCount % this.urls.length
    this.requestCount += 1
    const text = body === undefined ? '' : JSON.stringify(body)
    const since = performance.now()
    return new Promise((done) => {
      const end = (status, responseText) => {
        this.#count({ what: name, status, said: responseText, since })
        done({
          status,
          body: status === 200 ? JSON.parse(responseText) : undefined,
          said: responseText,
        })
      }
      const headers = {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(text
          ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
          : {}),
      }
      const options = { agent: this.agents[turn], method, headers }
      const request = http.request(`${this.urls[turn]}${path}`, options)
      request.on('response', (response) => {
        let received = ''
        response.setEncoding('utf8')
        response.on('data', (part) => (received += part))
        response.on('end', () => end(response.statusCode, received))
        response.on('error', (error) => end(error.code ?? error.message, ''))
      })
      request.on('error', (error) => end(error.code ?? error.message, ''))
      request.setTimeout(HANG_MS, () =>
        request.destroy(Object.assign(new Error('hang'), { code: 'HANG' })),
      )
      request.end(text)
    })
  }

  close() {
    for (const agent of this.agents) agent.destroy()
  }

  #count({ what, status, said, since }) {
    const ms = performance.now() - since
    this.longest = Math.max(this.longest, ms)
    if (ms > HELD_MS) this.held += 1
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1)
    if (status !== 200)
      this.unexpected.push({ at: since - this.began, ms, what, status, said: said.slice(0, 200) })
  }
}

/** Confirmed orders that are missing or changed, and numbers that two carts received. */
export async function compare(sql, orders, known = new Map()) {
  const cartOf = new Map(known)
  let twice = 0
  for (const { number, cart } of orders) {
    const otherCart = cartOf.get(number)
    if (otherCart !== undefined && otherCart !== cart) twice += 1
    cartOf.set(number, cart)
  }
  let lost = 0
  const numbers = orders.map(({ number }) => number)
  for (let first = 0; first < numbers.length; first += 5000) {
    const some = orders.slice(first, first + 5000)
    const rows = await sql`
      select number, cart_guid from orders where number in ${sql(some.map(({ number }) => number))}`
    const stored = new Map(rows.map(({ number, cart_guid }) => [number, cart_guid]))
    for (const { number, cart } of some) {
      if (stored.get(number) === cart) continue
      lost += 1
      if (stored.has(number)) twice += 1
    }
  }
  return { lost, twice, told: cartOf }
}
