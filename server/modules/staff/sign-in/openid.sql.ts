import type { Queries } from '#server/platform/db/database.ts'
import type { Identity } from '#server/modules/staff/sessions/openid-client.ts'
import { type StaffRow, findStaff } from '#server/modules/staff/sessions/staff.sql.ts'

/**
 * Finds a staff member by their subject at the provider. The first time they are found by address, and the subject is
 * stored: a later owner of the same address is another person.
 */
export async function findStaffByIdentity(
  sql: Queries,
  { issuer, subject, email }: Identity,
  now: Date,
): Promise<StaffRow | undefined> {
  await sql`
    insert into staff_identity (issuer, subject, staff_id, added_at)
    select ${issuer}, ${subject}, id, ${now} from staff where email = ${email} and left_at is null
    on conflict do nothing`
  const [known] = await sql<{ staff_id: number }[]>`
    select staff_id from staff_identity where issuer = ${issuer} and subject = ${subject}`
  return known && findStaff(sql, known.staff_id)
}
