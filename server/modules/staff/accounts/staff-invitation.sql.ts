import { canSignIn } from '#server/modules/staff/sessions/staff.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'

export async function insertStaff(
  sql: Queries,
  {
    email,
    name,
    role,
    language,
    now,
  }: { email: string; name: string; role: string; language: string; now: Date },
) {
  const [row] = await sql<{ id: number }[]>`
    insert into staff (email, name, role, language, added_at)
    values (${email}, ${name}, ${role}, ${language}, ${now})
    on conflict (email) do update set name = excluded.name, role = excluded.role,
      language = excluded.language, password_hash = null, added_at = excluded.added_at,
      left_at = null, version = staff.version + 1
    where staff.left_at is not null
    returning id`
  return row
}

/** Deletes earlier sign-in methods, sessions and channels of a returning member. */
export async function deleteFormerAccess(sql: Queries, staffId: number) {
  const tables = [
    'staff_channel',
    'staff_mfa_method',
    'staff_identity',
    'known_device',
    'staff_session',
    'staff_token',
  ]
  for (const table of tables) await sql`delete from ${sql(table)} where staff_id = ${staffId}`
}

export async function lockStaffAccess(sql: Queries, staffId: number) {
  const [row] = await sql<{ has_access: boolean }[]>`
    select ${canSignIn(sql)} as has_access from staff where id = ${staffId} for no key update`
  return row
}

export async function findStaffInvitation(sql: Queries, tokenHash: Buffer, now: Date) {
  const [row] = await sql<{ email: string; name: string }[]>`
    select email, name from staff_invitation join staff on staff.id = staff_id
    where token_hash = ${tokenHash} and used_at is null and ends_at > ${now}`
  return row
}

export async function useStaffInvitation(sql: Queries, now: Date, tokenHash: Buffer) {
  const [row] = await sql<{ staff_id: number }[]>`
    update staff_invitation set used_at = ${now}
    where token_hash = ${tokenHash} and used_at is null and ends_at > ${now}
    returning staff_id`
  return row
}

export async function saveFirstPassword(sql: Queries, passwordHash: string, staffId: number) {
  const [row] = await sql<{ email: string }[]>`
    update staff set password_hash = ${passwordHash}, version = version + 1
    where id = ${staffId} and left_at is null
    returning email`
  return row
}

export const deleteStaffSessions = (sql: Queries, staffId: number) =>
  sql`delete from staff_session where staff_id = ${staffId}`
