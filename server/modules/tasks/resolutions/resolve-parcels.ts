import { carried, type TaskRow } from '#server/modules/tasks/task-list.sql.ts'
import type { ResolutionContext, ResolveRow } from '#server/modules/tasks/resolutions/resolution.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { lockForCredit } from '#server/modules/refunds/book-credit.ts'
import { offerReplacements } from '#server/modules/fulfilment/parcels/update-from-parcels.ts'

/** A parcel with unknown contents has no automatic resolution. */
export async function rowsOfParcels(
  sql: Queries,
  cases: readonly TaskRow[],
): Promise<ResolveRow[]> {
  const known = await sql<{ subject: string }[]>`
    select distinct order_number || ':' || code as subject from parcel_line
    where order_number || ':' || code = any(${cases.map(({ subject }) => subject)}::text[])`
  const filled = new Set(known.map(({ subject }) => subject))
  return (
    cases
      // A parcel that was found after the replacement was chosen needs no resolution.
      .filter((one) => filled.has(one.subject) && carried(one, 'state') !== 'delivered')
      .map((one) => ({
        what: 'parcel',
        subject: carried(one, 'code') || one.subject,
        order: one.order_number,
        before: carried(one, 'state') === 'refused' ? 'parcel-refused' : 'parcel-lost',
        after: 'holder-chooses',
      }))
  )
}

export async function resolveParcels({ shop, sql }: ResolutionContext, cases: readonly TaskRow[]) {
  for (const one of cases) {
    const number = one.order_number
    if (number === null || !(await lockForCredit(sql, number))) continue
    await offerReplacements(shop, sql, number, carried(one, 'code'), null)
  }
}
