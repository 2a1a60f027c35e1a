import type { FastifyInstance } from 'fastify'

import { dueItems } from '#contract/tasks/due-items.staff.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import type { Colleague } from '#server/modules/staff/sessions/staff-sessions.ts'
import {
  type StaffCaller,
  serveStaff,
  type SignedIn,
} from '#server/http/staff/serve-staff-endpoint.ts'
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

/** Each kind is shown to those who may open its page. */
const KINDS: readonly [Permission, (sql: Queries, asked: DueFor) => Promise<DueItem[]>][] = [
  ['order.read', dueReturns],
  ['employer.read', dueBatches],
  ['content.read', dueReleases],
  ['parcel.read', dueSuppliers],
]

export function dueItemRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, dueItems, listDueItems)
}

async function listDueItems({ channel }: ParsedInput<typeof dueItems>, asker: SignedIn) {
  if (channel !== undefined && !asker.within(channel)) return refuseStaff('not-found')
  const channels = channel === undefined ? asker.channels : [channel]
  const items = await findDueItems(asker, channels)
  return {
    today: todayFor(asker),
    items: items.toSorted((one, other) => one.due.localeCompare(other.due)),
  }
}

type Asker = StaffCaller & { colleague: Colleague }

async function findDueItems(
  { sql, now, colleague, may, channels: own }: Asker,
  channels: readonly string[] | null,
): Promise<DueItem[]> {
  const found = await Promise.all(
    KINDS.filter(([permission]) => may(permission)).map(([, find]) =>
      find(sql, { now, colleague, channels, own }),
    ),
  )
  return found.flat()
}

const todayFor = ({ now }: Pick<Asker, 'now'>) => dayAt(now.getTime(), DEFAULT_ZONE)

/** How many items are overdue in the channels of the asker. */
export async function countOverdue(asker: Asker): Promise<number> {
  const items = await findDueItems(asker, asker.channels)
  return items.filter(({ due }) => due < todayFor(asker)).length
}
