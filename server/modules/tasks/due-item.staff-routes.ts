import type { FastifyInstance } from 'fastify'

import { dueItems } from '#contract/tasks/due-items.staff.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { type SignedIn, serveStaff } from '#server/http/staff/serve-staff-endpoint.ts'
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
  const { sql, now, colleague, may, within } = asker
  if (channel !== undefined && !within(channel)) return refuseStaff('not-found')
  const channels = channel === undefined ? asker.channels : [channel]
  const found = await Promise.all(
    KINDS.filter(([permission]) => may(permission)).map(([, find]) =>
      find(sql, { now, colleague, channels, own: asker.channels }),
    ),
  )
  return {
    today: dayAt(now.getTime(), DEFAULT_ZONE),
    items: found.flat().toSorted((one, other) => one.due.localeCompare(other.due)),
  }
}
