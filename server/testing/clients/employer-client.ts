import { hash } from '@node-rs/argon2'

import type { TestShop } from '#server/testing/test-shop.ts'

export type EmployerClient = {
  email: string
  userId: number
  /** Of the newest sign-in. */
  cookie(): string
  signIn(more?: { totp?: string; password?: string; proof?: object }): Promise<Response>
  /** A call with the cookie and headers of the employer portal's pages. */
  request(method: string, path: string, input?: unknown): Promise<Response>
}

export const EMPLOYER_PASSWORD = 'a long enough secret'
/** A cheap hash, as in staff-client.ts. */
const CHEAPEST = { memoryCost: 8, timeCost: 1, parallelism: 1 }
let passwordHash: Promise<string> | undefined
let clients = 0

/** An employer user with a password, not signed in yet. */
export async function employerClient(
  shop: Pick<TestShop, 'sql' | 'url'>,
  employer: string,
): Promise<EmployerClient> {
  passwordHash ??= hash(EMPLOYER_PASSWORD, CHEAPEST)
  const email = `hr-${(clients += 1)}@employer.example`
  const [row] = await shop.sql<{ id: number }[]>`
    insert into employer_user (employer_id, email, name, language, password_hash, added_at)
    values (${employer}::bigint, ${email}, 'Femke de Vries', 'nl', ${await passwordHash}, now()) returning id`
  return clientOfEmployerUser(shop, { email, userId: row?.id ?? 0 })
}

/** The same for an existing user. */
export function clientOfEmployerUser(
  shop: Pick<TestShop, 'url'>,
  { email, userId }: { email: string; userId: number },
): EmployerClient {
  let cookie = ''
  /** The cookie by which the shop recognizes this browser. */
  let browserCookie = ''
  async function request(method: string, path: string, input?: unknown) {
    return fetch(shop.url + path, {
      method,
      headers: {
        'x-employer': '1',
        ...(cookie === '' ? {} : { cookie: `${cookie}; ${browserCookie}` }),
        ...(input === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(input === undefined ? {} : { body: JSON.stringify(input) }),
    })
  }
  return {
    email,
    userId,
    cookie: () => cookie,
    request,
    async signIn(more = {}) {
      const response = await request('POST', '/employer/api/session', {
        email,
        password: EMPLOYER_PASSWORD,
        ...more,
      })
      const [session, recognized] = response.headers.getSetCookie()
      if (session) cookie = session.split(';')[0] ?? ''
      if (recognized) browserCookie = recognized.split(';')[0] ?? ''
      return response
    },
  }
}
