import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { hasCompanyAccount, hasFactor } from '#server/modules/staff/sessions/staff.sql.ts'
import type { Colleague } from '#server/modules/staff/sessions/staff-sessions.ts'
import type { TwoFactorRule } from '#server/modules/staff/sessions/two-factor-rule.ts'

/** A session that was opened without the existing second factor cannot add another one. */
export async function refuseSetupWithoutFactor(sql: Queries, { id, needsSecondFactor }: Colleague) {
  if (!needsSecondFactor) return undefined
  const rows = await sql`select from staff where id = ${id} and ${hasFactor(sql)}`
  return rows.count === 0 ? undefined : refuseStaff('needs-second-factor')
}

/** Setting up a factor in a session counts as signing in with it. */
export const markSecondFactor = (sql: Queries, { sessionId }: Colleague) =>
  sql`update staff_session set second_factor = true where id = ${sessionId}`

/** Whether the account has a second factor, if its role requires one. Called after a factor was removed. */
export async function hasRequiredFactor(
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
