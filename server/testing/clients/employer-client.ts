import { hash } from '@node-rs/argon2'

import type { TestShop } from '#server/testing/test-shop.ts'

export type EmployerGuest = {
  email: string
  userId: number
  /** Of the newest sign-in. */
  cookie(): string
  signIn(more?: { totp?: string; password?: string; proof?: object }): Promise<Response>
  /** A call with the cookie and headers of the employer portal's pages. */
  ask(method: string, path: string, input?: unknown): Promise<Response>
}

export const EMPLOYER_PASSWORD = 'a long enough secret'
/** As in staff-client.ts: the price of a real one is proven where passwords are given. */
const CHEAPEST = { memoryCost: 8, timeCost: 1, parallelism: 1 }
let passwordHash: Promise<string> | undefined
let guests = 0

/** An employer user with a password, not signed in yet. */
export async function employerGuest(
  shop: Pick<TestShop, 'sql' | 'url'>,
  employer: string,
): Promise<EmployerGuest> {
  passwordHash ??= hash(EMPLOYER_PASSWORD, CHEAPEST)
  const email = `hr-${(guests += 1)}@employer.example`
  const [row] = await shop.sql<{ id: number }[]>`
    insert into employer_user (employer_id, email, name, language, password_hash, added_at)
    values (${employer}::bigint, ${email}, 'Femke de Vries', 'nl', ${await passwordHash}, now()) returning id`
  return employerVisitor(shop, { email, userId: row?.id ?? 0 })
}

/** The same for an existing user. */
export function employerVisitor(
  shop: Pick<TestShop, 'url'>,
  { email, userId }: { email: string; userId: number },
): EmployerGuest {
  let cookie = ''
  /** What the shop knows this browser by. */
  let browser = ''
  async function ask(method: string, path: string, input?: unknown) {
    return fetch(shop.url + path, {
      method,
      headers: {
        'x-employer': '1',
        ...(cookie === '' ? {} : { cookie: `${cookie}; ${browser}` }),
        ...(input === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(input === undefined ? {} : { body: JSON.stringify(input) }),
    })
  }
  return {
    email,
    userId,
    cookie: () => cookie,
    ask,
    async signIn(more = {}) {
      const response = await ask('POST', '/employer/api/session', {
        email,
        password: EMPLOYER_PASSWORD,
        ...more,
      })
      const [session, known] = response.headers.getSetCookie()
      if (session) cookie = session.split(';')[0] ?? ''
      if (known) browser = known.split(';')[0] ?? ''
      return response
    },
  }
}
