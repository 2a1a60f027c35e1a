import type { TaskKind } from '#domain/tasks/task-kinds.ts'
import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { replacementChecks } from '#tools/check/replacement-checks.ts'
import { creditChecks } from '#tools/check/credit-checks.ts'
import { storeEmployerStatistics } from '#server/modules/employers/employer-statistics.sql.ts'
import { checkBooks, type Finding } from '#tools/check/check.ts'
import { fetchSettlements } from '#server/modules/payments/fetch-settlements.ts'
import { deliverArrivedOrders } from '#server/modules/fulfilment/parcels/deliver-arrived-orders.ts'
import { settlementChecks } from '#tools/check/settlement-checks.ts'
import { paymentChecks } from '#tools/check/payment-checks.ts'
import { pointsChecks } from '#tools/check/points-checks.ts'
import { stockChecks } from '#tools/check/stock-checks.ts'
import { withdrawalChecks } from '#tools/check/withdrawal-checks.ts'
import { closeOtherTasks } from '#server/modules/tasks/open-task.sql.ts'

/** After 03:00, when there are hardly any orders. */
const AFTER_MIDNIGHT_MS = 3 * 3_600_000

/** Findings that already became tasks when they happened. */
const ALREADY_TASKS = new Set(['job-failed', 'refund-failed', 'charged-back'])

const codes = (checks: { code: string }[]) => checks.map(({ code }) => code)
const STOCK = new Set(codes(stockChecks))
const MONEY = new Set(
  codes([
    ...paymentChecks,
    ...pointsChecks,
    ...withdrawalChecks,
    ...creditChecks,
    ...replacementChecks,
    ...settlementChecks,
  ]),
)
const POINTS = new Set(codes(pointsChecks))
const KINDS: readonly TaskKind[] = ['stock-differs', 'money-differs', 'books-differ']

/** One process starts the check, once per night; the job is retried if that process dies. */
export async function startNightlyCheck({ sql, ports, jobs }: Shop): Promise<void> {
  const day = dayAt(ports.clock.now().getTime() - AFTER_MIDNIGHT_MS, DEFAULT_ZONE)
  const [started] = await sql`select from nightly_check where day = ${day}`
  if (started) return
  await sql.begin(async (sql) => {
    const inserted = await sql`
      insert into nightly_check (day, started_at) values (${day}, ${ports.clock.now()})
      on conflict do nothing`
    if (inserted.count === 0) return
    await jobs.send(sql, [{ name: 'run-nightly-check', data: { day } }])
    await storeEmployerStatistics(sql, ports.clock.now())
  })
}

export function nightlyCheckJobs(shop: Shop) {
  shop.jobs.handle('run-nightly-check', ({ day }) => runNightlyCheck(shop, day))
}

/** Creates tasks for differences, and closes tasks whose difference is gone. */
async function runNightlyCheck(shop: Shop, day: string | null) {
  const { sql, ports, log } = shop
  // The books are checked even if the provider does not answer.
  await fetchSettlements(shop).catch((error: unknown) =>
    log.warn({ err: error }, 'settlements not read; retrying next night'),
  )
  if (day !== null) {
    const completed = await deliverArrivedOrders(shop)
    if (completed > 0)
      log.info({ orders: completed }, 'orders completed after delivery of all parcels')
  }
  const { findings } = await checkBooks(sql)
  const unexpected = findings.filter(({ code }) => !ALREADY_TASKS.has(code))
  await sql.begin(async (sql) => {
    // Two parallel processes would each close the tasks that the other one created.
    await sql`select pg_advisory_xact_lock(hashtext('nightly check'))`
    await openTasks(sql, unexpected)
    if (day !== null) {
      await sql`
        update nightly_check set ended_at = ${ports.clock.now()}, findings = ${findings.length} where day = ${day}`
    }
  })
  if (unexpected.length > 0)
    log.warn({ findings: unexpected.length }, 'accounts do not match; manual review needed')
}

function kindOf({ code }: Finding): TaskKind {
  if (STOCK.has(code)) return 'stock-differs'
  return MONEY.has(code) ? 'money-differs' : 'books-differ'
}

async function openTasks(sql: Transaction, findings: Finding[]) {
  const rows = findings.map((finding) => ({
    kind: kindOf(finding),
    subject: `${finding.code} ${finding.subject}`,
    code: finding.code,
    about: finding.subject,
    message: finding.message,
    resolve: finding.resolve,
    values: finding.values ?? {},
    points: POINTS.has(finding.code),
  }))
  await sql`
    select open_task(finding.kind, finding.subject, finding.code, plain_reason(finding.message),
      coalesce(orders.channel_id, holder.channel_id), orders.number,
      jsonb_build_object('code', finding.code, 'subject', finding.about, 'resolve', finding.resolve,
        'values', finding.values), now())
    from jsonb_to_recordset(${sql.json(rows)}) as finding (
        kind text, subject text, code text, about text, message text, resolve text, values jsonb, points boolean)
      cross join lateral (
        select case when finding.about ~ '^[0-9a-f]{8}-[0-9a-f-]{27}$' then finding.about::uuid end as key) named
      left join payment on payment.key = coalesce(
        (select payment_key from refund where refund.key = named.key), named.key)
      left join orders on orders.number = coalesce(payment.order_number,
        substring(finding.about from '(?:^|[0-9-]{10} )([0-9]+)$')) and not finding.points
      left join voucher holder on holder.id = coalesce(payment.voucher_id,
        case when finding.points and finding.about ~ '^[0-9]{1,15}$' then finding.about::bigint end)`
  const openSubjects = rows.map(({ subject }) => subject)
  await closeOtherTasks(sql, KINDS, openSubjects)
}
