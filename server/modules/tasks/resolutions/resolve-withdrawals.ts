import type { CreditedGoods } from '#domain/refunds/credit.ts'
import { creditWithdrawal } from '#server/modules/refunds/credit-withdrawals.timer.ts'
import type { ResolutionContext, ResolveRow } from '#server/modules/tasks/resolutions/resolution.ts'
import type { TaskRow } from '#server/modules/tasks/task-list.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'

type OpenWithdrawal = {
  number: string
  order_number: string
  points: number
  cents: number
  /** Staff have confirmed that its gifts were returned. */
  returned: boolean
}

export async function rowsOfWithdrawals(
  sql: Queries,
  cases: readonly TaskRow[],
): Promise<ResolveRow[]> {
  const rows = await sql<OpenWithdrawal[]>`
    select number, order_number, points_to_credit as points, cents_to_credit as cents,
      exists (select from withdrawal_return where withdrawal_number = number) as returned
    from withdrawal
    where number = any(${cases.map(({ subject }) => subject)}::text[])
      and not exists (select from credit where withdrawal_number = withdrawal.number)
    order by number`
  return rows.map(({ number, order_number, points, cents, returned }) => ({
    what: 'withdrawal',
    subject: number,
    points,
    cents,
    order: order_number,
    before: 'waits',
    after: returned ? 'credited' : 'credited-unreturned',
  }))
}

/** Credits withdrawals even if their gifts were not returned. */
export async function creditNow({ shop, sql }: ResolutionContext, cases: readonly TaskRow[]) {
  const numbers = cases.map(({ subject }) => subject).sort()
  for (const number of numbers) {
    const [returned] = await sql<{ goods: CreditedGoods }[]>`
      select goods from withdrawal_return where withdrawal_number = ${number}`
    await creditWithdrawal(shop, sql, { number, goods: returned?.goods ?? 'none', staffId: null })
  }
}
