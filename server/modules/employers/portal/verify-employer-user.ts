import { hash, verify } from '@node-rs/argon2'

import type { FastifyRequest } from 'fastify'

import { refuseEmployer } from '#contract/shared/refusals.employer.ts'
import type { Proof } from '#contract/sessions/login-challenge.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { stepOfCode } from '#server/modules/staff/two-factor/totp.ts'
import type { EmployerPortalServer } from '#server/modules/employers/portal/employer-portal.ts'
import {
  type EmployerUser,
  employerUser,
  type Visitor,
} from '#server/modules/employers/portal/employer-sessions.ts'
import { throttledAccount } from '#server/modules/staff/accounts/account-password.ts'
import { SECOND_FACTOR_MISSING } from '#server/modules/sessions/throttling/throttle.ts'
import { verifyOwnPassword } from '#server/modules/sessions/throttling/verify-own-password.ts'

export const sealOwner = (userId: number) => `employer ${userId}`

/** Verified for an unknown address, so that it takes as long as a wrong password. */
let nobodysHash: Promise<string> | undefined

type Secrets = { passwordHash: string | null; secret: Buffer | null; counter: number }

/**
 * Undefined for every failure alike: unknown address, no password, wrong password or wrong code.
 * SECOND_FACTOR_MISSING if only the code is missing.
 */
export async function verifySignIn(
  { shop, secrets }: EmployerPortalServer,
  now: Date,
  { email, password, totp }: { email: string; password: string; totp: string },
): Promise<{ user: EmployerUser; step: number | null } | typeof SECOND_FACTOR_MISSING | undefined> {
  const [found] = await shop.sql<(EmployerUser & Secrets)[]>`
    select ${employerUser(shop.sql)}, case when password_off_at is null then password_hash end as "passwordHash", totp_secret as secret, totp_counter as counter
    from employer_user join employer on employer.id = employer_id
    where employer_user.email = ${email} and left_at is null`
  nobodysHash ??= hash('the password of nobody')
  const right = await verify(found?.passwordHash ?? (await nobodysHash), password)
  if (!found?.passwordHash || !right) return undefined
  const { passwordHash: _, secret, counter, ...user } = found
  if (!user.totp || !secret) return { user, step: null }
  if (totp === '') return SECOND_FACTOR_MISSING
  const step = stepOfCode(secrets.open(secret, sealOwner(user.id)), totp, {
    now,
    usedUpTo: counter,
  })
  return step === undefined ? undefined : { user, step }
}

/** A code can be used only once, even by two sign-ins at the same time. */
export async function consumeTotpCode(
  sql: Queries,
  userId: number,
  step: number,
): Promise<boolean> {
  const spent = await sql`
    update employer_user set totp_counter = ${step}
    where id = ${userId} and totp_confirmed_at is not null and totp_counter < ${step}`
  return spent.count === 1
}

/**
 * The refusal for a wrong password or proof; failures count against the user's sign-in limit, as in the back office.
 */
export async function passwordProblem(
  { shop }: EmployerPortalServer,
  { request, who }: { request: FastifyRequest; who: Visitor },
  { password, proof = null }: { password: string; proof?: Proof | null | undefined },
) {
  const account = throttledAccount(shop, 'employer', who.email)
  const known = await verifyOwnPassword(
    shop.throttle,
    { address: request.ip, account, password, proof },
    () => isOwnPassword(shop.sql, who, password),
  )
  if (known === true) return undefined
  if (known === false) return refuseEmployer('wrong-password')
  return refuseEmployer('too-many-attempts', { retryAfterSeconds: 0, challenge: known })
}

async function isOwnPassword(
  sql: Queries,
  { id }: Pick<EmployerUser, 'id'>,
  password: string,
): Promise<boolean> {
  const [row] = await sql<{ password_hash: string | null }[]>`
    select case when password_off_at is null then password_hash end as password_hash from employer_user where id = ${id}`
  return row?.password_hash ? verify(row.password_hash, password) : false
}
