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

/** An unknown address is compared with this hash, so that it takes as long as a wrong password. */
let placeholderHash: Promise<string> | undefined

type Secrets = { passwordHash: string | null; secret: Buffer | null; counter: number }

/**
 * Undefined for each kind of failure: unknown address, no password, wrong password or wrong code.
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
  placeholderHash ??= hash('the password of nobody')
  const isRight = await verify(found?.passwordHash ?? (await placeholderHash), password)
  if (!found?.passwordHash || !isRight) return undefined
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
  const used = await sql`
    update employer_user set totp_counter = ${step}
    where id = ${userId} and totp_confirmed_at is not null and totp_counter < ${step}`
  return used.count === 1
}

/**
 * Refuses a wrong password or proof; undefined if the password is right. Failures count against the user's sign-in limit,
 * as in the back office.
 */
export async function refuseWrongPassword(
  { shop }: EmployerPortalServer,
  { request, visitor }: { request: FastifyRequest; visitor: Visitor },
  { password, proof = null }: { password: string; proof?: Proof | null | undefined },
) {
  const account = throttledAccount(shop, 'employer', visitor.email)
  const result = await verifyOwnPassword(
    shop.throttle,
    { address: request.ip, account, password, proof },
    () => isOwnPassword(shop.sql, visitor, password),
  )
  if (result === true) return undefined
  if (result === false) return refuseEmployer('wrong-password')
  return refuseEmployer('too-many-attempts', { retryAfterSeconds: 0, challenge: result })
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
