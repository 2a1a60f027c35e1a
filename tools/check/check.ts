import type { Sql, Transaction } from '#server/platform/db/database.ts'
import {
  agreeingSums,
  hasAllSums,
  type MonthSums,
} from '#server/modules/finance/periods/month-sums.sql.ts'
import { childChecks } from '#tools/check/order-child-checks.ts'
import {
  readMonthContents,
  outsideMonths,
  type ClosedMonth,
} from '#server/modules/finance/periods/closed-months.ts'
import type { Check } from '#tools/check/check-query.ts'
import { activationChecks } from '#tools/check/activation-checks.ts'
import { replacementChecks } from '#tools/check/replacement-checks.ts'
import { creditChecks } from '#tools/check/credit-checks.ts'
import { digitalChecks } from '#tools/check/digital-checks.ts'
import { orderChecks } from '#tools/check/order-checks.ts'
import { orphanChecks } from '#tools/check/orphan-checks.ts'
import { parcelChecks } from '#tools/check/parcel-checks.ts'
import { paymentChecks } from '#tools/check/payment-checks.ts'
import { pointsChecks } from '#tools/check/points-checks.ts'
import { settlementChecks } from '#tools/check/settlement-checks.ts'
import { stockChecks } from '#tools/check/stock-checks.ts'
import { jobChecks, mailChecks } from '#tools/check/queue-checks.ts'
import { withdrawalChecks } from '#tools/check/withdrawal-checks.ts'

export type Finding = {
  code: string
  subject: string
  message: string
  /** Numbers of the message, for a reader in another language. */
  values?: Record<string, number>
  resolve: string
}

/** One defect may affect a million rows. These are enough to know what to do. */
const MAX_FINDINGS_PER_CHECK = 100

type CheckOptions = {
  /** Also reads closed months, and compares them with their stored hashes. */
  all?: boolean
}

/**
 * Checks that points, orders, payments and stock are consistent. All reads use one snapshot, so a shop that sells
 * meanwhile causes no findings. Each query is one pass over its tables, and most are settled by sums. The sums of
 * closed months are stored, so their rows are read only on request or when a sum does not match.
 */
export async function checkBooks(
  sql: Sql,
  options: CheckOptions = {},
): Promise<{ findings: Finding[] }> {
  const findings = await sql.begin('isolation level repeatable read read only', (sql) =>
    findProblems(sql, options),
  )
  return { findings }
}

/** The same inside a running transaction, including its uncommitted changes. */
export async function findProblems(
  sql: Transaction,
  { all = false }: CheckOptions = {},
): Promise<Finding[]> {
  await sql`set local statement_timeout = '10min'`
  await sql`set local work_mem = '128MB'`
  // Compiling a query that runs once takes longer than running it.
  await sql`set local jit = off`
  const findings: Finding[] = []
  const closedMonths = await closedMonthsWithSums(sql)
  if (all) for (const seal of closedMonths) findings.push(...(await findChangedMonths(sql, seal)))
  const trusted = all ? [] : closedMonths.filter(({ sums }) => hasAllSums(sums))
  const open = outsideMonths(trusted.map(({ month }) => month))
  const checks = [
    ...pointsChecks,
    ...orderChecks,
    ...paymentChecks,
    ...stockChecks,
    ...withdrawalChecks,
    ...creditChecks,
    ...replacementChecks,
    ...activationChecks,
    ...parcelChecks,
    ...digitalChecks,
    ...settlementChecks,
    ...mailChecks,
    ...(all ? childChecks : []),
    ...jobChecks,
  ]
  const agreeing = await agreeingSums(
    sql,
    open,
    trusted.map(({ sums }) => sums),
  )
  for (const check of checks) {
    if (check.provenBySum && agreeing.has(check.provenBySum)) continue
    // If the sums differ, closed months are searched as well.
    findings.push(...(await runCheck(sql, check, check.provenBySum ? 'true' : open)))
  }
  const { small, large } = await orphanChecks(sql)
  for (const check of small) findings.push(...(await runCheck(sql, check, open)))

  // Merging two indexes finds missing references in half the time of a hash table per pair. The planner assumes slow
  // disks and would not choose it.
  await sql`set local enable_hashjoin = off`
  await sql`set local enable_hashagg = off`
  await sql`set local random_page_cost = 1`
  for (const check of large) findings.push(...(await runCheck(sql, check, open)))
  return findings
}

type FoundRow = Pick<Finding, 'subject' | 'message'> & {
  values: Record<string, number>
  total: number
}

async function runCheck(
  sql: Transaction,
  { code, resolve, find }: Check,
  open: string,
): Promise<Finding[]> {
  const query = find.replaceAll(/\bopen\((\w+)\)/g, `(select * from $1 where ${open})`)
  const rows = await sql.unsafe<FoundRow[]>(`
    select subject, message, to_jsonb(found) - '{subject,message}'::text[] as values, count(*) over () as total
    from (${query}) as found
    order by subject, message limit ${MAX_FINDINGS_PER_CHECK}`)
  const findings = rows.map(({ subject, message, values }) => ({
    code,
    subject,
    message,
    ...(Object.keys(values).length === 0 ? {} : { values }),
    resolve,
  }))
  const more = (rows[0]?.total ?? 0) - rows.length
  return more > 0
    ? [
        ...findings,
        { code, subject: 'more', message: `and ${more} more of the same kind`, resolve },
      ]
    : findings
}

async function closedMonthsWithSums(sql: Transaction) {
  return sql<(ClosedMonth & { sums: MonthSums })[]>`
    select month::text, version, contents, sums from closed_month_hash order by month`
}

/** The database permits no write to a closed month, so a change means tampering or damage. */
async function findChangedMonths(
  sql: Transaction,
  { month, contents }: ClosedMonth,
): Promise<Finding[]> {
  const now = await readMonthContents(sql, month, contents)
  return Object.entries(contents).flatMap(([table, before]) => {
    const after = now[table]
    if (after && after.rows === before.rows && after.hash === before.hash) return []
    const difference =
      after?.rows === before.rows
        ? `the same ${before.rows} rows with different contents`
        : `${after?.rows ?? 0} rows instead of ${before.rows}`
    return [
      {
        code: 'closed-month-differs',
        subject: `${month.slice(0, 7)} ${table}`,
        message: `the month was closed and has changed since: ${difference}`,
        resolve:
          'Compare with the file of this month in the backups. Run months open, correct what differs, then close the month again.',
      },
    ]
  })
}
