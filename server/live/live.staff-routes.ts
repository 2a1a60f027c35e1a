import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { reportPresence, clearPresence, live } from '#contract/live/live.staff.ts'
import { isInScope, mayReceiveKind } from '#domain/staff/live-permissions.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/change-events.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import type { Colleague } from '#server/modules/staff/sessions/staff-sessions.ts'
import { channelScopeOf } from '#server/live/channel-scope.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Pages report presence every fifteen seconds; after two and a half missed reports a page counts as closed. */
const PRESENCE_TIMEOUT_MS = 40_000
/** The size of a notification is limited. Further viewers are updated by their next presence report. */
const MAX_NOTIFIED = 400

/** Live changes by colleagues, and who is present. Nothing of it is stored permanently. */
export function liveRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, live, handleLive(backoffice), { unattended: true })

  serveStaff(app, backoffice, reportPresence, handleReportPresence, {
    opensOwnTransaction: true,
    unattended: true,
  })

  serveStaff(app, backoffice, clearPresence, handleClearPresence, {
    opensOwnTransaction: true,
    unattended: true,
  })
}

const handleLive =
  ({ live: hub }: Backoffice) =>
  ({ age }: ParsedInput<typeof live>, { colleague, reply }: SignedIn) => {
    const stream = hub.open(colleague, { ageMs: age })
    if (!stream) return refuseStaff('too-many-requests')
    reply.raw.on('close', () => stream.end())
    return stream
  }

// Neither call changes stored data, so there is no audit entry.
async function handleReportPresence(
  { subject, tab }: ParsedInput<typeof reportPresence>,
  { sql, now, colleague }: SignedIn,
) {
  if (!(await maySeePresence(sql, subject, colleague))) return refuseStaff('not-found')
  const expiredBefore = new Date(now.getTime() - PRESENCE_TIMEOUT_MS)
  const [presence] = await sql<{ is_new: boolean }[]>`
        with before as (
          select seen_at, staff_id from presence where subject = ${subject} and tab = ${tab}
        ), stored as (
          insert into presence (subject, staff_id, tab, seen_at)
          values (${subject}, ${colleague.id}, ${tab}, ${now})
          on conflict (subject, tab) do update set seen_at = excluded.seen_at, staff_id = excluded.staff_id
        )
        select not exists (
          select from before where seen_at > ${expiredBefore} and staff_id = ${colleague.id}
        ) as is_new`
  if (presence?.is_new) await notifyPresence(sql, subject, expiredBefore)
  const viewers = await sql<{ id: number; name: string; tab: string; since: Date }[]>`
        select staff.id, staff.name, tab, seen_at as since from presence
        join staff on staff.id = presence.staff_id
        where subject = ${subject} and tab <> ${tab} and seen_at > ${expiredBefore} and left_at is null
        order by lower(staff.name), staff.id, seen_at desc`
  const others = new Map(
    viewers.filter(({ id }) => id !== colleague.id).map((viewer) => [viewer.id, viewer]),
  )
  return {
    others: [...others.values()].map(({ id, name, since }) => ({
      id: String(id),
      name,
      since: since.toISOString(),
    })),
    elsewhere: viewers.some(({ id }) => id === colleague.id),
  }
}

async function handleClearPresence(
  { subject, tab }: ParsedInput<typeof clearPresence>,
  { sql, now, colleague }: SignedIn,
) {
  const deleted = await sql`
        delete from presence
        where subject = ${subject} and tab = ${tab} and staff_id = ${colleague.id}`
  if (deleted.count > 0) {
    await notifyPresence(sql, subject, new Date(now.getTime() - PRESENCE_TIMEOUT_MS))
  }
  return {}
}

/** Who else is present is visible with the permission for that kind of object and access to its channels. */
async function maySeePresence(
  sql: Queries,
  subject: string,
  colleague: Colleague,
): Promise<boolean> {
  const [kind = '', ...rest] = subject.split(' ')
  if (!mayReceiveKind(colleague, kind)) return false
  if (colleague.role === 'owner') return true
  const scope = await channelScopeOf(sql, kind, rest.join(' '))
  return isInScope(colleague, scope)
}

async function notifyPresence(sql: Queries, subject: string, expiredBefore: Date) {
  const viewers = await sql<{ staff_id: number }[]>`
    select distinct staff_id from presence where subject = ${subject} and seen_at > ${expiredBefore} limit ${MAX_NOTIFIED}`
  const staffIds = viewers.map(({ staff_id }) => staff_id)
  if (staffIds.length > 0)
    await notify(sql, 'backoffice', JSON.stringify({ presence: subject, to: staffIds }))
}
