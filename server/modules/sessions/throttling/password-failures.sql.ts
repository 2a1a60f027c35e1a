import { FREE_PER_ACCOUNT } from '#domain/sessions/login-cost.ts'
import { DAYS_PER_FAILURE, DISABLE_AFTER_FAILURES } from '#domain/staff/password-attempts.ts'
import type { Queries } from '#server/platform/db/database.ts'

/**
 * Consecutive failures of one account. Unlike the counts of `login-attempt.sql.ts` they do not decrease within
 * minutes: only a successful sign-in, a reset or days without tries end them.
 */
export async function findFailures(sql: Queries, account: string, now: Date): Promise<number> {
  const [row] = await sql<{ failures: number }[]>`
    select failures from password_failure where account = ${account} and ${isCurrent(sql, now)}`
  return row?.failures ?? 0
}

/** Counts an attempt before its password is verified, so that parallel attempts cannot exceed the limit. */
export async function countAttempt(sql: Queries, account: string, now: Date): Promise<number> {
  const [row] = await sql<{ failures: number }[]>`
    insert into password_failure (account, failures, at) values (${account}, 1, ${now})
    on conflict (account) do update set at = excluded.at,
      failures = case when ${isCurrent(sql, now)} then password_failure.failures + 1 else 1 end
    returning failures`
  return row?.failures ?? 1
}

export async function clearFailures(sql: Queries, account: string): Promise<void> {
  await sql`delete from password_failure where account = ${account}`
}

/** The failures of an account as the throttle counts them: from the sixth in a row, each attempt costs work. */
export const accountFailures = (failures: number) => ({ failures, free: FREE_PER_ACCOUNT })

const isCurrent = (sql: Queries, now: Date) => sql`(
  password_failure.failures >= ${DISABLE_AFTER_FAILURES}
  or abs(extract(epoch from ${now}::timestamptz - password_failure.at))
    < password_failure.failures * ${DAYS_PER_FAILURE * 86_400})`
