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
import { claimChecks } from '#tools/check/activation-checks.ts'
import { choosingChecks } from '#tools/check/replacement-checks.ts'
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
const MOST_PER_CHECK = 100

type How = {
  /** Also reads closed months, and compares them with their stored hashes. */
  all?: boolean
}

/**
 * Checks that points, orders, payments and stock are consistent. All reads use one snapshot, so a shop that sells
 * meanwhile causes no findings. Each query is one pass over its tables, and most are settled by sums. The sums of
 * closed months are stored, so their rows are read only on request or when a sum does not match.
 */
export async function checkBooks(sql: Sql, how: How = {}): Promise<{ findings: Finding[] }> {
  const findings = await sql.begin('isolation level repeatable read read only', (sql) =>
    findingsIn(sql, how),
  )
  return { findings }
}

/** The same inside a running transaction, including its uncommitted changes. */
export async function findingsIn(sql: Transaction, { all = false }: How = {}): Promise<Finding[]> {
  await sql`set local statement_timeout = '10min'`
  await sql`set local work_mem = '128MB'`
  // Compiling a query that runs once takes longer than running it.
  await sql`set local jit = off`
  const found: Finding[] = []
  const seals = await sealsWithSums(sql)
  if (all) for (const seal of seals) found.push(...(await brokenSeals(sql, seal)))
  const trusted = all ? [] : seals.filter(({ sums }) => hasAllSums(sums))
  const open = outsideMonths(trusted.map(({ month }) => month))
  const checks = [
    ...pointsChecks,
    ...orderChecks,
    ...paymentChecks,
    ...stockChecks,
    ...withdrawalChecks,
    ...creditChecks,
    ...choosingChecks,
    ...claimChecks,
    ...parcelChecks,
    ...digitalChecks,
    ...settlementChecks,
    ...mailChecks,
    ...(all ? childChecks : []),
    ...jobChecks,
  ]
  const settled = await agreeingSums(
    sql,
    open,
    trusted.map(({ sums }) => sums),
  )
  for (const check of checks) {
    if (check.settledBy && settled.has(check.settledBy)) continue
    // If the sums differ, closed months are searched as well.
    found.push(...(await ask(sql, check, check.settledBy ? 'true' : open)))
  }
  const { few, many } = await orphanChecks(sql)
  for (const check of few) found.push(...(await ask(sql, check, open)))

  // Merging two indexes finds missing references in half the time of a hash table per pair. The planner assumes slow
  // disks and would not choose it.
  await sql`set local enable_hashjoin = off`
  await sql`set local enable_hashagg = off`
  await sql`set local random_page_cost = 1`
  for (const check of many) found.push(...(await ask(sql, check, open)))
  return found
}

type FoundRow = Pick<Finding, 'subject' | 'message'> & {
  values: Record<string, number>
  total: number
}

async function ask(
  sql: Transaction,
  { code, resolve, find }: Check,
  open: string,
): Promise<Finding[]> {
  const question = find.replaceAll(/\bopen\((\w+)\)/g, `(select * from $1 where ${open})`)
  const rows = await sql.unsafe<FoundRow[]>(`
    select subject, message, to_jsonb(found) - '{subject,message}'::text[] as values, count(*) over () as total
    from (${question}) as found
    order by subject, message limit ${MOST_PER_CHECK}`)
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

async function sealsWithSums(sql: Transaction) {
  return sql<(ClosedMonth & { sums: MonthSums })[]>`
    select month::text, version, contents, sums from closed_month_hash order by month`
}

/** The database permits no write to a closed month, so a change means tampering or damage. */
async function brokenSeals(sql: Transaction, { month, contents }: ClosedMonth): Promise<Finding[]> {
  const now = await readMonthContents(sql, month, contents)
  return Object.entries(contents).flatMap(([table, was]) => {
    const is = now[table]
    if (is && is.rows === was.rows && is.hash === was.hash) return []
    const what =
      is?.rows === was.rows
        ? `the same ${was.rows} rows with different contents`
        : `${is?.rows ?? 0} rows instead of ${was.rows}`
    return [
      {
        code: 'closed-month-differs',
        subject: `${month.slice(0, 7)} ${table}`,
        message: `the month was closed and has changed since: ${what}`,
        resolve:
          'Compare with the file of this month in the backups. Run months open, correct what differs, then close the month again.',
      },
    ]
  })
}
