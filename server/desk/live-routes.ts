import type { FastifyInstance } from 'fastify'

import { refuseDesk } from '#contract/desk/desk-refusal.ts'
import { bePresent, leavePage, live } from '#contract/desk/live-api.ts'
import type { Queries, Sql } from '#server/db/database.ts'
import { tell } from '#server/db/news.ts'
import type { Desk } from '#server/desk/desk.ts'
import { serveDesk } from '#server/desk/serve-desk.ts'

/** Pages say every fifteen seconds that they stand open; who missed two of them and a half is gone. */
const LAPSES_MS = 40_000
const DAY_MS = 86_400_000

/** What others do while one looks, and who they are. None of it is kept. */
export function liveRoutes(app: FastifyInstance, desk: Desk) {
  const { live: hub } = desk
  app.addHook('preClose', (done) => {
    hub.close()
    done()
  })

  serveDesk(
    app,
    desk,
    live,
    (_, { colleague, reply }) => {
      const stream = hub.open(colleague)
      reply.raw.on('close', () => stream.end())
      return stream
    },
    { unattended: true },
  )

  // Neither changes anything that is kept, so the audit is not told.
  serveDesk(
    app,
    desk,
    bePresent,
    async ({ subject, tab, channel }, { sql, now, colleague, within }) => {
      if (channel !== undefined && !within(channel)) return refuseDesk('not-found')
      const lapsed = new Date(now.getTime() - LAPSES_MS)
      const came = await sql<{ came: boolean }[]>`
        with before as (
          select seen_at, staff_id from presence where subject = ${subject} and tab = ${tab}
        ), kept as (
          insert into presence (subject, staff_id, tab, seen_at)
          values (${subject}, ${colleague.id}, ${tab}, ${now})
          on conflict (subject, tab) do update set seen_at = excluded.seen_at, staff_id = excluded.staff_id
        )
        select not exists (
          select from before where seen_at > ${lapsed} and staff_id = ${colleague.id}
        ) as came`
      if (came[0]?.came) await tellPresence(sql, subject)
      const here = await sql<{ id: number; name: string; tab: string; since: Date }[]>`
        select staff.id, staff.name, tab, seen_at as since from presence
        join staff on staff.id = presence.staff_id
        where subject = ${subject} and tab <> ${tab} and seen_at > ${lapsed} and left_at is null
        order by lower(staff.name), staff.id, seen_at desc`
      const others = new Map(
        here.filter(({ id }) => id !== colleague.id).map((one) => [one.id, one]),
      )
      return {
        others: [...others.values()].map(({ id, name, since }) => ({
          id: String(id),
          name,
          since: since.toISOString(),
        })),
        elsewhere: here.some(({ id }) => id === colleague.id),
      }
    },
    { waitsFirst: true, unattended: true },
  )

  serveDesk(
    app,
    desk,
    leavePage,
    async ({ subject, tab }, { sql, colleague }) => {
      const gone = await sql`
        delete from presence
        where subject = ${subject} and tab = ${tab} and staff_id = ${colleague.id}`
      if (gone.count > 0) await tellPresence(sql, subject)
      return {}
    },
    { waitsFirst: true, unattended: true },
  )
}

const tellPresence = (sql: Queries, subject: string) =>
  tell(sql, 'desk', JSON.stringify({ presence: subject }))

export async function forgetGonePages(sql: Sql, now: Date): Promise<void> {
  await sql`delete from presence where seen_at < ${new Date(now.getTime() - DAY_MS)}`
}
