import type { FastifyInstance } from 'fastify'

import { changeLanguage, channelNames } from '#contract/shared/shell.staff.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { serveStaff } from '#server/http/staff/serve-staff-endpoint.ts'

/** Data for the layout of every back-office page. */
export function frameRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, channelNames, async (_, { sql, channels }) => ({
    items: [
      ...(await sql<{ id: string; name: string; time_zone: string }[]>`
        select id, name, time_zone from channel
        where ${channels === null ? sql`true` : sql`id = any(${[...channels]}::text[])`}
        order by length(id), id`),
    ],
  }))

  serveStaff(app, backoffice, changeLanguage, async ({ language }, { sql, colleague, audit }) => {
    await sql`update staff set language = ${language}, language_chosen = true where id = ${colleague.id}`
    audit({
      action: 'language.changed',
      subjectKind: 'staff',
      subjectId: String(colleague.id),
      before: { language: colleague.language },
      after: { language },
    })
    return {}
  })
}
