import { canSignIn } from '#server/modules/staff/sessions/staff.sql.ts'
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
 * Refuses a wrong password of the signed-in user; undefined if it is right. Called before any write, because the failed
 * attempt counts even if the call is rolled back.
 */
export async function refuseWrongPassword(
  { shop }: Backoffice,
  { request, colleague }: { request: FastifyRequest; colleague: Colleague },
  { password, proof = null }: { password: string; proof?: Proof | null | undefined },
) {
  if (password === '') return refuseStaff('wrong-password')
  const account = throttledAccount(shop, 'staff', colleague.email)
  const result = await verifyOwnPassword(
    shop.throttle,
    { address: request.ip, account, password, proof },
    () => isOwnPassword(shop.sql, colleague, password),
  )
  if (result === true) return undefined
  if (result === false) return refuseStaff('wrong-password')
  return refuseStaff('too-many-attempts', { retryAfterSeconds: 0, challenge: result })
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

export async function hasSignInMethod(sql: Queries, staffId: number): Promise<boolean> {
  const rows = await sql`
    select from staff where id = ${staffId} and ${canSignIn(sql)}`
  return rows.count === 1
}
