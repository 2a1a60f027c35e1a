import type { Role } from '#domain/staff/permissions.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { StaffLanguage } from '#domain/language.ts'

export type StaffRow = {
  id: number
  email: string
  name: string
  role: Role
  language: StaffLanguage
  language_chosen: boolean
  channels: string[]
}

const staffRow = (sql: Queries) => sql`
  staff.id, staff.email, staff.name, staff.role, staff.language, staff.language_chosen,
  array(
    select channel_id from staff_channel where staff_id = staff.id order by channel_id
  ) as channels`

export type StaffToSignIn = StaffRow & {
  password_hash: string | null
  totp: { id: number; secret: Buffer; counter: number } | null
}

/** Members who have left are not found. */
export async function findStaffByEmail(
  sql: Queries,
  email: string,
): Promise<StaffToSignIn | undefined> {
  const [row] = await sql<
    (Omit<StaffToSignIn, 'totp'> & {
      totp_id: number | null
      totp_secret: Buffer
      totp_counter: number
    })[]
  >`
    select ${staffRow(sql)}, factor.id as totp_id, factor.secret as totp_secret, factor.counter as totp_counter,
      case when staff.password_off_at is null then staff.password_hash end as password_hash
    from staff
    left join staff_mfa_method factor
      on factor.staff_id = staff.id and factor.kind = 'totp' and factor.confirmed_at is not null
    where staff.email = ${email} and staff.left_at is null`
  if (!row) return undefined
  const { totp_id, totp_secret, totp_counter, ...staff } = row
  return {
    ...staff,
    totp: totp_id === null ? null : { id: totp_id, secret: totp_secret, counter: totp_counter },
  }
}

/** Has a password, a passkey or a company account. An invitation that was not accepted gives none of them. */
export const canSignIn = (sql: Queries) => sql`(
  staff.password_hash is not null
  or ${hasCompanyAccount(sql)}
  or exists (select from staff_mfa_method where staff_id = staff.id and kind = 'passkey'))`

export async function findStaff(sql: Queries, id: number): Promise<StaffRow | undefined> {
  const [row] = await sql<StaffRow[]>`
    select ${staffRow(sql)} from staff where staff.id = ${id} and staff.left_at is null`
  return row
}

/** A passkey, or an app with a password: without a password the app's code is never requested. */
export const hasFactor = (sql: Queries) => sql`
  exists (
    select from staff_mfa_method factor
    where factor.staff_id = staff.id and confirmed_at is not null
      and (kind = 'passkey' or kind = 'totp' and staff.password_hash is not null))`

/** Has signed in with the company's identity provider. */
export const hasCompanyAccount = (sql: Queries) =>
  sql`exists (select from staff_identity where staff_id = staff.id)`

export type SessionOwner = StaffRow & {
  session_id: string
  authenticated_at: Date | null
  second_factor: boolean
}
export type SessionRow = SessionOwner & { seen_at: Date; ends_at: Date }

const sessionOwner = (sql: Queries) => sql`
  ${staffRow(sql)}, staff_session.id as session_id, staff_session.authenticated_at,
  staff_session.second_factor`

export async function findStaffSession(
  sql: Queries,
  tokenHash: Buffer,
): Promise<SessionRow | undefined> {
  const [row] = await sql<SessionRow[]>`
    select ${sessionOwner(sql)}, staff_session.seen_at, staff_session.ends_at
    from staff_session join staff on staff.id = staff_session.staff_id
    where staff_session.token_hash = ${tokenHash} and staff.left_at is null`
  return row
}

export async function findOpenSessions(
  sql: Queries,
  ids: readonly string[],
  { now, idleSince }: { now: Date; idleSince: Date },
): Promise<SessionOwner[]> {
  return sql<SessionOwner[]>`
    select ${sessionOwner(sql)}
    from staff_session join staff on staff.id = staff_session.staff_id
    where staff_session.id = any(${ids as string[]}::uuid[]) and staff.left_at is null
      and staff_session.ends_at > ${now} and staff_session.seen_at > ${idleSince}`
}

export type TokenRow = StaffRow & {
  token_id: string
  permissions: string[]
  ends_at: Date
  seen_at: Date | null
  has_factor: boolean
  has_company: boolean
}

export async function findStaffToken(
  sql: Queries,
  tokenHash: Buffer,
): Promise<TokenRow | undefined> {
  const [row] = await sql<TokenRow[]>`
    select ${staffRow(sql)}, staff_token.id as token_id, staff_token.permissions,
      staff_token.ends_at, staff_token.seen_at, ${hasFactor(sql)} as has_factor,
      ${hasCompanyAccount(sql)} as has_company
    from staff_token join staff on staff.id = staff_token.staff_id
    where staff_token.token_hash = ${tokenHash} and staff_token.ended_at is null
      and staff.left_at is null`
  return row
}

export const saveStaffLanguage = (sql: Queries, language: string, staffId: number) =>
  sql`update staff set language = ${language}, language_chosen = true where id = ${staffId}`
