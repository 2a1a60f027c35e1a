import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { hasCompanyAccount, hasFactor } from '#server/modules/staff/sessions/staff.sql.ts'
import type { Colleague } from '#server/modules/staff/sessions/staff-sessions.ts'
import type { TwoFactorRule } from '#server/modules/staff/sessions/two-factor-rule.ts'

/** A session without the account's second factor must prove that one first, and cannot add another. */
export async function problemOfSetUp(sql: Queries, { id, needsSecondFactor }: Colleague) {
  if (!needsSecondFactor) return undefined
  const rows = await sql`select from staff where id = ${id} and ${hasFactor(sql)}`
  return rows.count === 0 ? undefined : refuseStaff('needs-second-factor')
}

/** A session that has just set up a factor has proved it as well. */
export const markSecondFactor = (sql: Queries, { sessionId }: Colleague) =>
  sql`update staff_session set second_factor = true where id = ${sessionId}`

/** After removing a factor: whether the role's requirement is still met. */
export async function keepsFactor(
  sql: Queries,
  rule: TwoFactorRule,
  { id, role }: Colleague,
): Promise<boolean> {
  if (!rule.requires(role)) return true
  const rows = await sql`
    select from staff where id = ${id} and (${hasFactor(sql)}
      or ${rule.byCompany} and staff.password_hash is null and ${hasCompanyAccount(sql)})`
  return rows.count === 1
}
