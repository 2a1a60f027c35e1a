import type { FastifyInstance } from 'fastify'

import { type Answer, type Client, createClient } from '#contract/client.shop.ts'
import type { Endpoints } from '#contract/endpoints.shop.ts'
import type { InputOf } from '#contract/shared/endpoint.shop.ts'
import type { Fetch } from '#contract/shared/http-call.ts'
import type { CallName } from '#contract/paths.shop.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { DEMO_PASSWORD } from '#domain/staff/common-passwords.ts'
import { publicUrl } from '#server/platform/config/public-url.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

/** The shop as the simulated past users call it. */
export type Past = { shop: Shop; app: FastifyInstance }

/** As a browser would, at the shop's own address, without a network in between. */
const fetchOf =
  ({ shop, app }: Past, more: Record<string, string> = {}): Fetch =>
  async (url, init) => {
    const { statusCode, headers, body } = await app.inject({
      method: (init?.method ?? 'GET') as 'GET',
      url,
      headers: { host: new URL(publicUrl(shop.config)).host, ...init?.headers, ...more },
      ...(typeof init?.body === 'string' ? { payload: init.body } : {}),
    })
    return {
      status: statusCode,
      headers: { get: (name: string) => headers[name.toLowerCase()]?.toString() ?? null },
      text: () => Promise.resolve(body),
    }
  }

/** In with a code, as at any login. */
export async function enter(past: Past, code: string) {
  const fetch = fetchOf(past)
  const door = createClient({ base: '', fetch, token: () => null })
  const answer = await done(door, 'logIn', { encrypted_code: past.shop.voucherKeys.wireHash(code) })
  if (!answer.code_is_valid) throw new Error('login of a past voucher refused')
  const { wt, shopping_cart_guid } = answer
  return {
    client: createClient({ base: '', fetch, token: () => wt }),
    cartGuid: shopping_cart_guid,
  }
}

/** Always the same browser, so that no new-browser warning is sent. */
const BROWSER = 'p'.repeat(43)

/** The colleague of customer service. */
export async function signIn(past: Past): Promise<Fetch> {
  const response = await past.app.inject({
    method: 'POST',
    url: '/backoffice/api/session',
    headers: { 'x-backoffice': '1', cookie: `browser=${BROWSER}; __Host-browser=${BROWSER}` },
    payload: { email: 'service@giftpoint.example', password: DEMO_PASSWORD },
  })
  const cookie = response.headers['set-cookie']?.toString().split(';')[0]
  if (response.statusCode !== 200 || cookie === undefined)
    throw new Error('sign-in of a past colleague refused')
  return fetchOf(past, { cookie })
}

/** A call that has to succeed. A key makes a repeat harmless. */
export async function done<Name extends CallName>(
  client: Client,
  name: Name,
  input: InputOf<Endpoints[Name]>,
  idempotencyKey?: string,
): Promise<Answer<Name>> {
  const outcome = await client.call(name, input, idempotencyKey ? { idempotencyKey } : {})
  if (refused(outcome))
    throw new Error(`${name} was refused in the demo history: ${JSON.stringify(outcome)}`)
  return outcome
}
