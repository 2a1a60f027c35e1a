import type { Endpoints } from '#contract/endpoints.shop.ts'
import type { AnswerOf, InputOf } from '#contract/shared/endpoint.shop.ts'
import { type Fetch, readOutcome, requestOf } from '#contract/shared/http-call.ts'
import { type CallName, paths } from '#contract/paths.shop.ts'
import type { ReasonOf, Refusal } from '#contract/shared/refusals.shop.ts'

export type Answer<Name extends CallName> = AnswerOf<Endpoints[Name]>
export type Outcome<Name extends CallName> = Answer<Name> | Refusal<ReasonOf<Name>>

export type Client = {
  call<Name extends CallName>(
    name: Name,
    input: InputOf<Endpoints[Name]>,
    options?: { idempotencyKey?: string; headers?: Record<string, string> },
  ): Promise<Outcome<Name>>
}

/** The API's client, for browsers and tests alike. Holds nothing but where the shop is and who asks. */
export function createClient(options: {
  base: string
  fetch: Fetch
  token: () => string | null
}): Client {
  return {
    async call(name, input, { idempotencyKey, headers = {} } = {}) {
      const token = options.token()
      const [url, init] = requestOf(paths[name], input, {
        accept: 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
        ...headers,
      })
      const response = await options.fetch(options.base + url, init)
      // Any 401 means the session has ended, whatever the body contains.
      if (response.status === 401) return { refused: 'no-session' as ReasonOf<typeof name> }
      return (await readOutcome(response)) as Outcome<typeof name>
    },
  }
}
