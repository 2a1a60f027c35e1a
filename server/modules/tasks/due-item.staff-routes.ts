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
  type DueFor,
  type DueItem,
  dueReleases,
  dueReturns,
  dueSuppliers,
} from '#server/modules/tasks/due-item.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'

type Kinds = readonly [Permission, (sql: Queries, query: DueFor) => Promise<DueItem[]>][]

/** Each kind is shown to staff who may open its page. Those with past dates can be overdue. */
const OVERDUE_KINDS: Kinds = [
  ['order.read', dueReturns],
  ['parcel.read', dueSuppliers],
]
const KINDS: Kinds = [
  ...OVERDUE_KINDS,
  ['employer.read', dueBatches],
  ['content.read', dueReleases],
]
const MOST_SHOWN = 20
const MOST_COUNTED = 1000

export function dueItemRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, dueItems, listDueItems)
}

async function listDueItems({ channel }: ParsedInput<typeof dueItems>, caller: SignedIn) {
  if (channel !== undefined && !caller.within(channel)) return refuseStaff('not-found')
  const channels = channel === undefined ? caller.channels : [channel]
  const items = await findDueItems(caller, { kinds: KINDS, channels, most: MOST_SHOWN })
  return {
    today: todayFor(caller),
    items: items.toSorted((one, other) => one.due.localeCompare(other.due)),
  }
}

async function findDueItems(
  { sql, now, colleague, may, channels: own }: SignedIn,
  { kinds, channels, most }: { kinds: Kinds; channels: readonly string[] | null; most: number },
): Promise<DueItem[]> {
  const seesSupplierTasks = taskKindsOf(colleague.role).includes('supplier-silent')
  const found = await Promise.all(
    kinds
      .filter(([permission]) => may(permission))
      .map(([, find]) => find(sql, { now, colleague, channels, own, seesSupplierTasks, most })),
  )
  return found.flat()
}

const todayFor = ({ now }: Pick<SignedIn, 'now'>) => dayAt(now.getTime(), DEFAULT_ZONE)

/** The number of overdue items in the caller's channels. */
export async function countOverdue(caller: SignedIn): Promise<number> {
  const items = await findDueItems(caller, {
    kinds: OVERDUE_KINDS,
    channels: caller.channels,
    most: MOST_COUNTED,
  })
  return items.filter(({ due }) => due < todayFor(caller)).length
}
