import { detailText, type TaskRow } from '#server/modules/tasks/task-list.sql.ts'
import type { ResolutionContext, ResolveRow } from '#server/modules/tasks/resolutions/resolution.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { lockForCredit } from '#server/modules/refunds/book-credit.ts'
import { offerReplacements } from '#server/modules/fulfilment/parcels/update-from-parcels.ts'

/** A parcel with unknown contents has no automatic resolution. */
export async function rowsOfParcels(
  sql: Queries,
  cases: readonly TaskRow[],
): Promise<ResolveRow[]> {
  const packed = await sql<{ subject: string }[]>`
    select distinct order_number || ':' || code as subject from parcel_line
    where order_number || ':' || code = any(${cases.map(({ subject }) => subject)}::text[])`
  const withKnownContents = new Set(packed.map(({ subject }) => subject))
  return (
    cases
      // A parcel that was found after the replacement was chosen needs no resolution.
      .filter(
        (task) => withKnownContents.has(task.subject) && detailText(task, 'state') !== 'delivered',
      )
      .map((task) => ({
        what: 'parcel',
        subject: detailText(task, 'code') || task.subject,
        order: task.order_number,
        before: detailText(task, 'state') === 'refused' ? 'parcel-refused' : 'parcel-lost',
        after: 'holder-chooses',
      }))
  )
}

export async function resolveParcels({ shop, sql }: ResolutionContext, cases: readonly TaskRow[]) {
  for (const task of cases) {
    const number = task.order_number
    if (number === null || !(await lockForCredit(sql, number))) continue
    await offerReplacements(shop, sql, number, detailText(task, 'code'), null)
  }
}
