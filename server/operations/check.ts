import type { Sql, Transaction } from '#server/db/database.ts'
import { agreeingSums } from '#server/operations/book-sums.ts'
import type { Check } from '#server/operations/check-question.ts'
import { orderChecks } from '#server/operations/order-checks.ts'
import { orphanChecks } from '#server/operations/orphan-checks.ts'
import { paymentChecks } from '#server/operations/payment-checks.ts'
import { pointsChecks } from '#server/operations/points-checks.ts'
import { stockChecks } from '#server/operations/stock-checks.ts'
import { jobChecks, mailChecks } from '#server/operations/waiting-checks.ts'
import { withdrawalChecks } from '#server/operations/withdrawal-checks.ts'

export type Finding = { code: string; subject: string; message: string; mend: string }

/** One broken rule may have broken a million rows; these are enough to know what to do. */
const MOST_PER_CHECK = 100

/**
 * Do points, orders, payments and stock tell one story? All of it is read in one snapshot, so a shop that is
 * selling meanwhile is no damage, and each question is one pass over its tables; most are settled by sums.
 */
export async function checkBooks(sql: Sql): Promise<{ findings: Finding[] }> {
  const findings = await sql.begin('isolation level repeatable read read only', findingsIn)
  return { findings }
}

/** The same within a transaction that is under way: what it has changed and not committed is looked at, too. */
export async function findingsIn(sql: Transaction): Promise<Finding[]> {
  await sql`set local statement_timeout = '10min'`
  await sql`set local work_mem = '128MB'`
  // Compiling each of many questions that are asked once takes longer than asking them.
  await sql`set local jit = off`
  const found: Finding[] = []
  const checks = [
    ...pointsChecks,
    ...orderChecks,
    ...paymentChecks,
    ...stockChecks,
    ...withdrawalChecks,
    ...mailChecks,
    ...(await jobChecks(sql)),
  ]
  const settled = await agreeingSums(sql)
  for (const check of checks) {
    if (!check.settledBy || !settled.has(check.settledBy)) found.push(...(await ask(sql, check)))
  }
  const { few, many } = await orphanChecks(sql)
  for (const check of few) found.push(...(await ask(sql, check)))

  // Whether a row points at something is told by two indexes read side by side, in half the time that it takes
  // to build a table of hashes for each pair; the planner, who counts on slow disks, would not think so.
  await sql`set local enable_hashjoin = off`
  await sql`set local enable_hashagg = off`
  await sql`set local random_page_cost = 1`
  for (const check of many) found.push(...(await ask(sql, check)))
  return found
}

async function ask(sql: Transaction, { code, mend, find }: Check): Promise<Finding[]> {
  const rows = await sql.unsafe<{ subject: string; message: string; total: number }[]>(`
    select subject, message, count(*) over () as total from (${find}) as found
    order by subject, message limit ${MOST_PER_CHECK}`)
  const findings = rows.map(({ subject, message }) => ({ code, subject, message, mend }))
  const more = (rows[0]?.total ?? 0) - rows.length
  return more > 0
    ? [...findings, { code, subject: 'more', message: `and ${more} more of the same kind`, mend }]
    : findings
}
