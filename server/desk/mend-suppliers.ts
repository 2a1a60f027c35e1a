import type { CaseRow } from '#server/desk/attention-list.ts'
import type { Mending, MendRow } from '#server/desk/mending.ts'
import type { Queries } from '#server/db/database.ts'
import { sendPurchaseAgain } from '#server/orders/send-purchase.ts'

export const rowsOfSuppliers = async (_: Queries, cases: readonly CaseRow[]): Promise<MendRow[]> =>
  cases.map(({ subject, order_number }) => ({
    what: 'mail',
    subject,
    order: order_number,
    before: 'waits',
    after: 'sent-again',
  }))

export async function mendSuppliers({ shop, sql }: Mending, cases: readonly CaseRow[]) {
  for (const { subject } of cases) await sendPurchaseAgain(shop, sql, subject)
}
