import { createHash, timingSafeEqual } from 'node:crypto'

import { hash, verify } from '@node-rs/argon2'

import type { Queries, Sql } from '#server/platform/db/database.ts'
import type { SealedSecrets } from '#server/platform/crypto/sealed-secrets.ts'
import { findStaffByEmail, type StaffRow } from '#server/modules/staff/sessions/staff.sql.ts'
import { SECOND_FACTOR_MISSING } from '#server/modules/sessions/throttling/throttle.ts'
import { stepOfCode } from '#server/modules/staff/two-factor/totp.ts'

/** A verified colleague, and the second factor to be used up. */
export type Shown = {
  staff: StaffRow
  factor: { id: number; step: number | null } | null
}

/** An unknown address is compared with this hash, so that it takes as long as a wrong password. */
let nobodysHash: Promise<string> | undefined

/**
 * Undefined for every failure alike: unknown address, no password, wrong password or wrong second factor.
 * SECOND_FACTOR_MISSING if only that is missing: the sign-in page asks for it in a second step.
 */
export async function proveStaff(
  sql: Sql,
  secrets: SealedSecrets,
  now: Date,
  { email, password, totp }: { email: string; password: string; totp: string },
): Promise<Shown | typeof SECOND_FACTOR_MISSING | undefined> {
  const found = await findStaffByEmail(sql, email)
  nobodysHash ??= hash('the password of nobody')
  const right = await verify(found?.password_hash ?? (await nobodysHash), password)
  if (!found?.password_hash || !right) return undefined

  const { password_hash: _, totp: set, ...staff } = found
  if (!set) return { staff, factor: null }
  if (totp === '') return SECOND_FACTOR_MISSING
  const step = stepOfCode(secrets.open(set.secret, ownerOf(staff.id)), totp, {
    now,
    usedUpTo: set.counter,
  })
  if (step !== undefined) return { staff, factor: { id: set.id, step } }
  const recovery = await findRecoveryCode(sql, staff.id, totp)
  return recovery === undefined ? undefined : { staff, factor: { id: recovery, step: null } }
}

export const ownerOf = (staffId: number) => `staff ${staffId}`

/** A code works only once: the second use returns false. */
export async function useUpFactor(
  sql: Queries,
  factor: NonNullable<Shown['factor']>,
  now: Date,
): Promise<boolean> {
  const used =
    factor.step === null
      ? await sql`
          update staff_mfa_method set used_at = ${now} where id = ${factor.id} and used_at is null`
      : await sql`
          update staff_mfa_method set used_at = ${now}, counter = ${factor.step}
          where id = ${factor.id} and counter < ${factor.step}`
  return used.count === 1
}

/** 120 random bits each, 80 in older codes: a plain hash is enough. */
export const recoveryHash = (code: string) =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z2-7]/g, ''))
    .digest()

async function findRecoveryCode(
  sql: Sql,
  staffId: number,
  typed: string,
): Promise<number | undefined> {
  const rows = await sql<{ id: number; secret: Buffer }[]>`
    select id, secret from staff_mfa_method
    where staff_id = ${staffId} and kind = 'recovery' and used_at is null`
  const codeHash = recoveryHash(typed)
  return rows.find(({ secret }) => timingSafeEqual(secret, codeHash))?.id
}
