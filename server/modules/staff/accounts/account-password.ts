import { createHmac } from 'node:crypto'

import { FREE_PER_ACCOUNT } from '#domain/sessions/login-cost.ts'
import { DISABLE_AFTER_FAILURES, WARN_AFTER_FAILURES } from '#domain/staff/password-attempts.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { clearFailures } from '#server/modules/sessions/throttling/password-failures.sql.ts'
import type { ThrottledAccount } from '#server/modules/sessions/throttling/throttle.ts'
import { type Account, notifyAccount } from '#server/modules/staff/accounts/account-notices.ts'
import { dropQueuedMails } from '#server/modules/mail/queue/mail-state.sql.ts'

/** Which sign-in page an account belongs to. */
export type AccountSite = 'staff' | 'employer'

/** The same key for an unknown address, so that responses do not reveal which addresses exist. */
export const accountKey = (site: AccountSite, email: string, pepper: string) =>
  `${site} ${createHmac('sha256', pepper).update(email).digest('base64url')}`

/**
 * An account whose failed sign-ins the throttle counts. Unknown addresses take the same steps, so that responses take
 * equally long.
 */
export function throttledAccount(
  shop: Pick<Shop, 'sql' | 'jobs' | 'ports' | 'config'>,
  site: AccountSite,
  email: string,
): ThrottledAccount {
  return {
    name: accountKey(site, email, shop.config.GIFTPOINT_PEPPER),
    free: FREE_PER_ACCOUNT,
    async onFailure(failures) {
      if (failures !== WARN_AFTER_FAILURES && failures !== DISABLE_AFTER_FAILURES) return
      await shop.sql.begin(async (sql) => {
        const account = await findAccount(sql, site, email)
        const id = account?.id ?? 0
        if (failures === DISABLE_AFTER_FAILURES)
          await disablePassword(sql, site, id, shop.ports.clock.now())
        await shop.jobs.send(sql, [
          { name: 'send-failed-login-warning', data: { site, id, failures } },
        ])
      })
    },
  }
}

export function passwordJobs(shop: Pick<Shop, 'sql' | 'jobs' | 'ports' | 'config'>) {
  shop.jobs.handle('send-failed-login-warning', async ({ site, id, failures }) => {
    if (id === 0) return
    const kind = failures === DISABLE_AFTER_FAILURES ? 'password-off' : 'password-attempts'
    await shop.sql.begin((sql) =>
      notifyAccount(shop, sql, accountOf(site, id), {
        kind,
        details: { count: String(failures) },
      }),
    )
  })
}

export const accountOf = (site: AccountSite, id: number): Account =>
  site === 'staff' ? { staffId: id } : { employerUserId: id }

export const tableOf = (sql: Queries, site: AccountSite) =>
  sql(site === 'staff' ? 'staff' : 'employer_user')

export async function findAccount(sql: Queries, site: AccountSite, email: string) {
  const [row] = await sql<{ id: number; has_password: boolean }[]>`
    select id, password_hash is not null as has_password from ${tableOf(sql, site)}
    where email = ${email} and left_at is null`
  return row
}

const disablePassword = (sql: Queries, site: AccountSite, id: number, now: Date) =>
  sql`update ${tableOf(sql, site)} set password_off_at = ${now} where id = ${id} and password_off_at is null`

/**
 * Enables a new password, resets its failure count and deletes reset links. Part of the transaction that saves the
 * password.
 */
export async function enablePassword(
  { config }: Pick<Shop, 'config'>,
  sql: Queries,
  site: AccountSite,
  { id, email }: { id: number; email: string },
): Promise<void> {
  await sql`update ${tableOf(sql, site)} set password_off_at = null where id = ${id}`
  await clearFailures(sql, accountKey(site, email, config.GIFTPOINT_PEPPER))
  await deleteResetLinks(sql, site, id)
}

/** Deletes open reset links and cancels their mails. The caller locks the account first, so that no new link is added meanwhile. */
export async function deleteResetLinks(sql: Queries, site: AccountSite, id: number): Promise<void> {
  const isOwn = site === 'staff' ? sql`staff_id = ${id}` : sql`employer_user_id = ${id}`
  const links = sql`select 'reset:' || id from password_reset where ${isOwn}`
  await dropQueuedMails(sql, 'password-reset', links)
  await sql`delete from password_reset where ${isOwn} and used_at is null`
}
