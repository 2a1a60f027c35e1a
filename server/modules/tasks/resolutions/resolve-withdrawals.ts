import type { CreditedGoods } from '#domain/refunds/credit.ts'
import { creditWithdrawal } from '#server/modules/refunds/credit-withdrawals.jobs.ts'
import type { ResolutionContext, ResolveRow } from '#server/modules/tasks/resolutions/resolution.ts'
import type { TaskRow } from '#server/modules/tasks/task-list.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'

export async function rowsOfWithdrawals(
  sql: Queries,
  cases: readonly TaskRow[],
): Promise<ResolveRow[]> {
  const rows = await sql<{ number: string; order_number: string; cents: number }[]>`
    select number, order_number, cents_to_credit as cents from withdrawal
    where number = any(${cases.map(({ subject }) => subject)}::text[])
      and not exists (select from credit where withdrawal_number = withdrawal.number)
    order by number`
  return rows.map(({ number, order_number, cents }) => ({
    what: 'withdrawal',
    subject: number,
    cents,
    order: order_number,
    before: 'waits',
    after: 'credited',
  }))
}

/** Staff credit a withdrawal although the gifts are not back. */
export async function creditNow({ shop, sql }: ResolutionContext, cases: readonly TaskRow[]) {
  const numbers = cases.map(({ subject }) => subject).sort()
  for (const number of numbers) {
    const [back] = await sql<{ goods: CreditedGoods }[]>`
      select goods from withdrawal_return where withdrawal_number = ${number}`
    await creditWithdrawal(shop, sql, { number, goods: back?.goods ?? 'none', staffId: null })
  }
}
