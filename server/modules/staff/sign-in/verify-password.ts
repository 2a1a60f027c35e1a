import { verify } from '@node-rs/argon2'
import type { FastifyRequest } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import type { Proof } from '#contract/sessions/login-challenge.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import type { Colleague } from '#server/modules/staff/sessions/staff-sessions.ts'
import { throttledAccount } from '#server/modules/staff/accounts/account-password.ts'
import { verifyOwnPassword } from '#server/modules/sessions/throttling/verify-own-password.ts'

/**
 * Why a typed password does not confirm the user. Only for sessions: an API token cannot change sign-in methods.
 * Checked before any write, because a wrong password counts whatever the result of the call.
 */
export async function passwordProblem(
  { shop }: Backoffice,
  { request, colleague }: { request: FastifyRequest; colleague: Colleague },
  { password, proof = null }: { password: string; proof?: Proof | null | undefined },
) {
  if (password === '') return refuseStaff('wrong-password')
  const account = throttledAccount(shop, 'staff', colleague.email)
  const known = await verifyOwnPassword(
    shop.throttle,
    { address: request.ip, account, password, proof },
    () => isOwnPassword(shop.sql, colleague, password),
  )
  if (known === true) return undefined
  if (known === false) return refuseStaff('wrong-password')
  return refuseStaff('too-many-attempts', { retryAfterSeconds: 0, challenge: known })
}

async function isOwnPassword(
  sql: Queries,
  colleague: Colleague,
  password: string,
): Promise<boolean> {
  const [row] = await sql<{ password_hash: string | null }[]>`
    select case when password_off_at is null then password_hash end as password_hash from staff where id = ${colleague.id}`
  return row?.password_hash ? verify(row.password_hash, password) : false
}

export async function hasPassword(sql: Queries, staffId: number): Promise<boolean> {
  const rows = await sql`select from staff where id = ${staffId} and password_hash is not null`
  return rows.count === 1
}

/** A password, a passkey or a company account: without one the user could not sign in. */
export async function hasSignInMethod(sql: Queries, staffId: number): Promise<boolean> {
  const rows = await sql`
    select from staff where id = ${staffId} and (password_hash is not null
      or exists (select from staff_identity where staff_id = staff.id)
      or exists (select from staff_mfa_method where staff_id = staff.id and kind = 'passkey'))`
  return rows.count === 1
}
