import { createHash, timingSafeEqual } from 'node:crypto'

import { hash, verify } from '@node-rs/argon2'

import type { Queries, Sql } from '#server/platform/db/database.ts'
import type { SealedSecrets } from '#server/platform/crypto/sealed-secrets.ts'
import { findStaffByEmail, type StaffRow } from '#server/modules/staff/sessions/staff.sql.ts'
import { SECOND_FACTOR_MISSING } from '#server/modules/sessions/throttling/throttle.ts'
import { stepOfCode } from '#server/modules/staff/two-factor/totp.ts'

/** A verified colleague, and the code that must not work again. */
export type VerifiedStaff = {
  staff: StaffRow
  factor: { id: number; step: number | null } | null
}

/** An unknown address is compared with this hash, so that it takes as long as a wrong password. */
let placeholderHash: Promise<string> | undefined

/**
 * Undefined for each kind of failure: unknown address, no password, wrong password or wrong second factor.
 * SECOND_FACTOR_MISSING if everything else is correct: the sign-in page then asks for the factor.
 */
export async function verifyStaff(
  sql: Sql,
  secrets: SealedSecrets,
  now: Date,
  { email, password, totp }: { email: string; password: string; totp: string },
): Promise<VerifiedStaff | typeof SECOND_FACTOR_MISSING | undefined> {
  const found = await findStaffByEmail(sql, email)
  placeholderHash ??= hash('the password of nobody')
  const isRight = await verify(found?.password_hash ?? (await placeholderHash), password)
  if (!found?.password_hash || !isRight) return undefined

  const { password_hash: _, totp: app, ...staff } = found
  if (!app) return { staff, factor: null }
  if (totp === '') return SECOND_FACTOR_MISSING
  const step = stepOfCode(secrets.open(app.secret, sealOwner(staff.id)), totp, {
    now,
    usedUpTo: app.counter,
  })
  if (step !== undefined) return { staff, factor: { id: app.id, step } }
  const recoveryId = await findRecoveryCode(sql, staff.id, totp)
  return recoveryId === undefined ? undefined : { staff, factor: { id: recoveryId, step: null } }
}

export const sealOwner = (staffId: number) => `staff ${staffId}`

/** Marks the code as used. False if it was used before. */
export async function consumeFactor(
  sql: Queries,
  factor: NonNullable<VerifiedStaff['factor']>,
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

/** Codes have 120 random bits, older ones 80: enough for a plain hash without salt. */
export const recoveryHash = (code: string) =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z2-7]/g, ''))
    .digest()

async function findRecoveryCode(
  sql: Sql,
  staffId: number,
  entered: string,
): Promise<number | undefined> {
  const rows = await sql<{ id: number; secret: Buffer }[]>`
    select id, secret from staff_mfa_method
    where staff_id = ${staffId} and kind = 'recovery' and used_at is null`
  const codeHash = recoveryHash(entered)
  return rows.find(({ secret }) => timingSafeEqual(secret, codeHash))?.id
}
