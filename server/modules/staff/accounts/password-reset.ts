import { randomUUID } from 'node:crypto'

import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import {
  accountKey,
  accountOf,
  type AccountSite,
  deleteResetLinks,
  findAccount,
  tableOf,
  enablePassword,
} from '#server/modules/staff/accounts/account-password.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { revokeTokensAfterNewPassword } from '#server/modules/staff/accounts/revoke-api-tokens.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { linkHash, newLinkToken } from '#server/platform/crypto/link-token.ts'
import { networksOf } from '#server/http/client-networks.ts'
import {
  notifyAccount,
  findAccountRecipient,
} from '#server/modules/staff/accounts/account-notices.ts'
import { deleteEmployerSessions } from '#server/modules/employers/employer-session.sql.ts'

const LINK_MS = 3_600_000
const WINDOW_MS = 3_600_000
/** Requests per hour: from one network, multiplied by its usual number of customers, and for one account. */
const MAX_PER_NETWORK = 10
const MAX_PER_ACCOUNT = 3

/**
 * Queues the mail with the link if an account with a password has this address. Known and unknown addresses take the
 * same steps: the account is looked up, and a job does the rest. False if this network sends too many requests.
 */
export async function requestReset(
  shop: Pick<Shop, 'sql' | 'jobs' | 'ports' | 'config'>,
  site: AccountSite,
  { email, address }: { email: string; address: string },
): Promise<boolean> {
  const now = shop.ports.clock.now()
  for (const { name, customers } of networksOf(address)) {
    if ((await countRequest(shop.sql, name, now)) > MAX_PER_NETWORK * customers) return false
  }
  const key = accountKey(site, email, shop.config.GIFTPOINT_PEPPER)
  const isWithinLimit = (await countRequest(shop.sql, key, now)) <= MAX_PER_ACCOUNT
  const account = await findAccount(shop.sql, site, email)
  const id = isWithinLimit && account?.has_password ? account.id : 0
  await shop.sql.begin((sql) =>
    shop.jobs.send(sql, [{ name: 'send-password-reset', data: { site, id } }]),
  )
  return true
}

async function countRequest(sql: Queries, bucket: string, now: Date): Promise<number> {
  const [row] = await sql<{ requests: number }[]>`
    insert into reset_request (bucket, since, requests) values (${bucket}, ${now}, 1)
    on conflict (bucket) do update set
      requests = case when ${isWindowOver(sql, now)} then 1 else reset_request.requests + 1 end,
      since = case when ${isWindowOver(sql, now)} then excluded.since else reset_request.since end
    returning requests`
  return row?.requests ?? 1
}

const isWindowOver = (sql: Queries, now: Date) =>
  sql`abs(extract(epoch from ${now}::timestamptz - reset_request.since)) * 1000 >= ${WINDOW_MS}`

export function resetJobs(shop: Pick<Shop, 'sql' | 'jobs' | 'ports' | 'config'>) {
  shop.jobs.handle('send-password-reset', async ({ site, id }) => {
    if (id !== 0) await shop.sql.begin((sql) => queueResetMail(shop, sql, site, id))
  })
}

/** A new link replaces the previous one. */
async function queueResetMail(
  shop: Pick<Shop, 'jobs' | 'ports' | 'config'>,
  sql: Queries,
  site: AccountSite,
  accountId: number,
) {
  const now = shop.ports.clock.now()
  if (!(await lockAccount(sql, site, accountId))) return
  const recipient = await findAccountRecipient(shop, sql, accountOf(site, accountId))
  if (!recipient) return
  await deleteResetLinks(sql, site, accountId)
  const id = randomUUID()
  const token = newLinkToken(shop.config.GIFTPOINT_PEPPER, 'password reset', id)
  await sql`
    insert into password_reset (id, token_hash, staff_id, employer_user_id, made_at, ends_at)
    values (${id}, ${linkHash(token)}, ${site === 'staff' ? accountId : null},
      ${site === 'staff' ? null : accountId}, ${now}, ${new Date(now.getTime() + LINK_MS)})`
  await queueMail(shop, sql, {
    template: 'password-reset',
    subjectId: `reset:${id}`,
    ...recipient,
  })
}

/**
 * Locks an account, so that its links are created, used and deleted one after the other. False if it has no password
 * to reset any more.
 */
async function lockAccount(sql: Queries, site: AccountSite, id: number): Promise<boolean> {
  const rows = await sql`
    select from ${tableOf(sql, site)} where id = ${id} and left_at is null and password_hash is not null
    for no key update`
  return rows.count === 1
}

export type ResetOwner = { id: number; email: string; name: string; company: string }

const isUsable = (sql: Queries, token: string, now: Date) =>
  sql`token_hash = ${linkHash(token)} and used_at is null and ends_at > ${now}`

/** The account that a link resets; undefined if the link was used, replaced or has expired. */
export async function findReset(
  { sql, ports }: Pick<Shop, 'sql' | 'ports'>,
  site: AccountSite,
  token: string,
): Promise<ResetOwner | undefined> {
  const usable = isUsable(sql, token, ports.clock.now())
  const [row] =
    site === 'staff'
      ? await sql<ResetOwner[]>`
          select staff.id, email, name, '' as company from password_reset join staff on staff.id = staff_id
          where ${usable} and left_at is null`
      : await sql<ResetOwner[]>`
          select employer_user.id, employer_user.email, employer_user.name, employer.name as company
          from password_reset join employer_user on employer_user.id = employer_user_id
            join employer on employer.id = employer_id
          where ${usable} and left_at is null`
  return row
}

/**
 * Sets the password, ends all sessions and API tokens, and notifies the owner by mail. False if another request used
 * the link first.
 */
export async function setPasswordByLink(
  shop: Pick<Shop, 'jobs' | 'ports' | 'config'>,
  sql: Queries,
  site: AccountSite,
  { token, owner, passwordHash }: { token: string; owner: ResetOwner; passwordHash: string },
): Promise<boolean> {
  const now = shop.ports.clock.now()
  if (!(await lockAccount(sql, site, owner.id))) return false
  const used = await sql`
    update password_reset set used_at = ${now} where ${isUsable(sql, token, now)}`
  if (used.count === 0) return false
  await sql`
    update ${tableOf(sql, site)} set password_hash = ${passwordHash} where id = ${owner.id}`
  await enablePassword(shop, sql, site, owner)
  if (site === 'staff') {
    await sql`delete from staff_session where staff_id = ${owner.id}`
    await revokeTokensAfterNewPassword(sql, owner.id, now)
  } else {
    await deleteEmployerSessions(sql, owner.id)
  }
  await notifyAccount(shop, sql, accountOf(site, owner.id), { kind: 'password-reset', details: {} })
  return true
}
