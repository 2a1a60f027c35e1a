import type { FastifyInstance } from 'fastify'

import { dueItems } from '#contract/tasks/due-items.staff.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { taskKindsOf } from '#domain/tasks/task-kinds.ts'
import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import {
  dueBatches,
  type DueItemQuery,
  type DueItem,
  dueReleases,
  dueReturns,
  dueSuppliers,
} from '#server/modules/tasks/due-item.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'

type Kinds = readonly [Permission, (sql: Queries, query: DueItemQuery) => Promise<DueItem[]>][]

/** The kinds that can be overdue. Each kind is shown to staff who may open its page. */
const OVERDUE_KINDS: Kinds = [
  ['order.read', dueReturns],
  ['parcel.read', dueSuppliers],
]
const KINDS: Kinds = [
  ...OVERDUE_KINDS,
  ['employer.read', dueBatches],
  ['content.read', dueReleases],
]
const MAX_SHOWN = 20
const MAX_COUNTED = 1000

export function dueItemRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, dueItems, listDueItems)
}

async function listDueItems({ channel }: ParsedInput<typeof dueItems>, caller: SignedIn) {
  if (channel !== undefined && !caller.within(channel)) return refuseStaff('not-found')
  const channels = channel === undefined ? caller.channels : [channel]
  const items = await findDueItems(caller, { kinds: KINDS, channels, limit: MAX_SHOWN })
  return {
    today: todayOf(caller),
    items: items.toSorted((a, b) => a.due.localeCompare(b.due)),
  }
}

async function findDueItems(
  { sql, now, colleague, may, channels: callerChannels }: SignedIn,
  { kinds, channels, limit }: { kinds: Kinds; channels: readonly string[] | null; limit: number },
): Promise<DueItem[]> {
  const seesSupplierTasks = taskKindsOf(colleague.role).includes('supplier-silent')
  const found = await Promise.all(
    kinds
      .filter(([permission]) => may(permission))
      .map(([, find]) =>
        find(sql, { now, colleague, channels, callerChannels, seesSupplierTasks, limit }),
      ),
  )
  return found.flat()
}

const todayOf = ({ now }: Pick<SignedIn, 'now'>) => dayAt(now.getTime(), DEFAULT_ZONE)

/** The number of overdue items in the caller's channels. */
export async function countOverdue(caller: SignedIn): Promise<number> {
  const items = await findDueItems(caller, {
    kinds: OVERDUE_KINDS,
    channels: caller.channels,
    limit: MAX_COUNTED,
  })
  return items.filter(({ due }) => due < todayOf(caller)).length
}
