import { createHash, randomBytes } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { CLEANUP_RULES } from '#domain/privacy/clean-up-rules.ts'
import { browserOf } from '#domain/staff/browser-name.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { cookieIn } from '#server/http/read-cookie.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { type Account, notifyAccount } from '#server/modules/staff/accounts/account-notices.ts'

/** The longest time for which browsers keep a cookie, and for which the shop remembers the browser. */
const COOKIE_SECONDS = CLEANUP_RULES['known-devices'].hours * 3600
const TOKEN_LENGTH = 43
const MAX_NAME_LENGTH = 60

type SignIn = { request: FastifyRequest; reply: FastifyReply; secure: boolean }

/**
 * Remembers the browser of a sign-in, and mails the user if it is a new one, except at their first sign-in. The
 * browser is recognised by a cookie that stays after signing out. Part of the transaction of the sign-in.
 */
export async function rememberBrowser(
  shop: Shop,
  sql: Queries,
  account: Account,
  { request, reply, secure }: SignIn,
): Promise<void> {
  const cookie = secure ? '__Host-browser' : 'browser'
  const sent = cookieIn(request.headers.cookie, cookie)
  const token = sent?.length === TOKEN_LENGTH ? sent : randomBytes(32).toString('base64url')
  reply.header(
    'set-cookie',
    `${cookie}=${token}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`,
  )
  if (!(await isNewBrowser(sql, account, { token, now: shop.ports.clock.now() }))) return
  const details = {
    browser: browserOf(request.headers['user-agent'] ?? '').slice(0, MAX_NAME_LENGTH) || '–',
    address: request.ip,
  }
  await notifyOrLog(shop, sql, (sql) =>
    notifyAccount(shop, sql, account, { kind: 'new-sign-in', details }),
  )
}

/** False also for the first browser of an account, because there is no earlier one to warn about. */
async function isNewBrowser(
  sql: Queries,
  account: Account,
  { token, now }: { token: string; now: Date },
): Promise<boolean> {
  const [owner, id] =
    'staffId' in account
      ? (['staff_id', account.staffId] as const)
      : (['employer_user_id', account.employerUserId] as const)
  const [row] = await sql<{ is_new: boolean }[]>`
    insert into known_device (${sql(owner)}, device_hash, seen_at)
    values (${id}, ${createHash('sha256').update(token).digest()}, ${now})
    on conflict (${sql(owner)}, device_hash) where ${sql(owner)} is not null do update set seen_at = excluded.seen_at
    returning xmax = 0 and exists (select from known_device known where known.${sql(owner)} = ${id}) as is_new`
  return row?.is_new ?? false
}

/** A warning that cannot be queued must not prevent the sign-in. */
async function notifyOrLog(
  { log }: Shop,
  sql: Queries,
  notify: (sql: Queries) => Promise<unknown>,
): Promise<void> {
  if (!('savepoint' in sql)) throw new Error('recording a sign-in requires a transaction')
  try {
    await sql.savepoint((sql) => notify(sql))
  } catch (error) {
    log.warn({ err: error }, 'email about a new browser not queued')
  }
}
