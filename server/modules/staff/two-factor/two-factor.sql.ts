import { randomBytes } from 'node:crypto'

import type { Queries } from '#server/platform/db/database.ts'
import type { Colleague } from '#server/modules/staff/sessions/staff-sessions.ts'
import { base32 } from '#server/modules/staff/two-factor/totp.ts'
import { recoveryHash } from '#server/modules/staff/sign-in/verify-credentials.ts'

const RECOVERY_CODES = 10

/** 120 bits: enough for a plain hash without salt. */
const RECOVERY_BYTES = 15

/** Locks the account, so that two tabs do not show different secrets, or codes that the other tab has replaced. */
export const lockStaff = (sql: Queries, staffId: number) =>
  sql`select from staff where id = ${staffId} for no key update`

export async function hasTotp(sql: Queries, staffId: number): Promise<boolean> {
  const rows = await sql`
    select from staff_mfa_method
    where staff_id = ${staffId} and kind = 'totp' and confirmed_at is not null`
  return rows.count > 0
}

type Authenticator = {
  id: number
  secret: Buffer
  counter: string | number
  confirmed_at: Date | null
  codes_shown_to: string | null
}

/** Replaces all existing codes; only hashes are stored. They count as unsaved until this session confirms them. */
export async function createRecoveryCodes(
  sql: Queries,
  { id: staffId, sessionId }: Colleague,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    (base32(randomBytes(RECOVERY_BYTES)).match(/.{4}/g) ?? []).join('-'),
  )
  await sql`delete from staff_mfa_method where staff_id = ${staffId} and kind = 'recovery'`
  await sql`
    update staff_mfa_method set codes_shown_to = ${sessionId}
    where staff_id = ${staffId} and kind = 'totp'`
  for (const code of codes) {
    await sql`
      insert into staff_mfa_method (staff_id, kind, secret)
      values (${staffId}, 'recovery', ${recoveryHash(code)})`
  }
  return codes
}

export async function findTotp(sql: Queries, staffId: number) {
  const [row] = await sql<{ id: number; added_at: Date; saved: boolean }[]>`
    select id, added_at, codes_shown_to is null as saved from staff_mfa_method
    where staff_id = ${staffId} and kind = 'totp' and confirmed_at is not null`
  return row
}

export async function countRecoveryCodes(sql: Queries, staffId: number) {
  const [row] = await sql<{ left: number }[]>`
    select count(*)::integer as left from staff_mfa_method
    where staff_id = ${staffId} and kind = 'recovery' and used_at is null`
  return row
}

export const listPasskeys = (sql: Queries, staffId: number) => sql<
  { id: number; name: string; added_at: Date; used_at: Date | null }[]
>`
  select id, name, added_at, used_at from staff_mfa_method
  where staff_id = ${staffId} and kind = 'passkey' order by added_at, id`

export const deleteTotp = (sql: Queries, staffId: number) =>
  sql`delete from staff_mfa_method where staff_id = ${staffId} and kind = 'totp'`

export const insertTotp = (sql: Queries, staffId: number, secret: Buffer) => sql`
  insert into staff_mfa_method (staff_id, kind, secret)
  values (${staffId}, 'totp', ${secret})`

export const confirmTotpSecret = (
  sql: Queries,
  { id, now, step }: { id: number; now: Date; step: number },
) => sql`
  update staff_mfa_method set confirmed_at = coalesce(confirmed_at, ${now}), counter = ${step}
  where id = ${id}`

export const markCodesSaved = (sql: Queries, staffId: number, sessionId: string) => sql`
  update staff_mfa_method set codes_shown_to = null
  where staff_id = ${staffId} and kind = 'totp' and codes_shown_to = ${sessionId}`

export const deleteTotpAndCodes = (sql: Queries, staffId: number) => sql`
  delete from staff_mfa_method where staff_id = ${staffId} and kind in ('totp', 'recovery')`

export const saveStaffPassword = (sql: Queries, passwordHash: string, staffId: number) => sql`
  update staff set password_hash = ${passwordHash}, version = version + 1
  where id = ${staffId}`

export async function findAuthenticator(sql: Queries, staffId: number) {
  const [row] = await sql<Authenticator[]>`
    select id, secret, counter, confirmed_at, codes_shown_to from staff_mfa_method
    where staff_id = ${staffId} and kind = 'totp'`
  return row
}
