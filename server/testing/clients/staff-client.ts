import { hash } from '@node-rs/argon2'

import type { Role } from '#domain/staff/permissions.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

export type StaffClient = {
  email: string
  password: string
  staffId: number
  /** Of the newest sign-in. */
  cookie(): string
  signIn(more?: { totp?: string; password?: string }): Promise<Response>
  /** The cookie of another browser of the same person, which signs in as well. */
  signInElsewhere(): Promise<string>
  /** A call with the cookie and headers of the back office's pages. */
  request(
    method: string,
    path: string,
    input?: unknown,
    more?: Record<string, string>,
  ): Promise<Response>
}

export const jsonOf = async <Body = Record<string, unknown>>(response: Response) =>
  (await response.json()) as Body

export const STAFF_PASSWORD = 'a long enough secret'
/**
 * A hash contains its own cost parameters. The shop's real cost takes longer than most tests and is proven by the
 * tests of passwords.
 */
const CHEAPEST = { memoryCost: 8, timeCost: 1, parallelism: 1 }
let passwordHash: Promise<string> | undefined
let clients = 0

/** A colleague of this role, not signed in yet. */
export async function staffClient(
  shop: Pick<TestShop, 'sql' | 'url'>,
  role: Role = 'owner',
  channels: string[] = role === 'owner' ? [] : ['1014'],
): Promise<StaffClient> {
  passwordHash ??= hash(STAFF_PASSWORD, CHEAPEST)
  const email = `${role}-${(clients += 1)}@giftpoint.example`
  const [row] = await shop.sql<{ id: number }[]>`
    insert into staff (email, name, role, password_hash)
    values (${email}, ${`The ${role}`}, ${role}, ${await passwordHash}) returning id`
  const staffId = row?.id ?? 0
  await shop.sql`
    insert into staff_channel (staff_id, channel_id)
    select ${staffId}, id from unnest(${channels}::text[]) id`
  let cookie = ''
  /** The cookie by which the shop recognizes this browser. */
  let browserCookie = ''

  async function request(
    method: string,
    path: string,
    input?: unknown,
    more: Record<string, string> = {},
  ) {
    return fetch(shop.url + path, {
      method,
      headers: {
        'x-backoffice': '1',
        ...more,
        ...(cookie === '' ? {} : { cookie: `${cookie}; ${browserCookie}` }),
        ...(input === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(input === undefined ? {} : { body: JSON.stringify(input) }),
    })
  }

  return {
    email,
    password: STAFF_PASSWORD,
    staffId,
    cookie: () => cookie,
    request,
    async signInElsewhere() {
      const response = await fetch(`${shop.url}/backoffice/api/session`, {
        method: 'POST',
        headers: { 'x-backoffice': '1', 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: STAFF_PASSWORD }),
      })
      return response.headers.get('set-cookie')?.split(';')[0] ?? ''
    },
    async signIn(more = {}) {
      const response = await request('POST', '/backoffice/api/session', {
        email,
        password: STAFF_PASSWORD,
        ...more,
      })
      const [session, recognized] = response.headers.getSetCookie()
      if (session) cookie = session.split(';')[0] ?? ''
      if (recognized) browserCookie = recognized.split(';')[0] ?? ''
      return response
    },
  }
}
