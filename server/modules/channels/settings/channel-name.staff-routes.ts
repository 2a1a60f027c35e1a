import type { FastifyInstance } from 'fastify'

import { changeLanguage, channelNames } from '#contract/shared/shell.staff.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { listChannelNames } from '#server/modules/channels/settings/channel-name.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { saveStaffLanguage } from '#server/modules/staff/sessions/staff.sql.ts'

/** Data for the layout of every back-office page. */
export function channelNameRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, channelNames, async (_, { sql, channels }) => ({
    items: [...(await listChannelNames(sql, channels))],
  }))

  serveStaff(app, backoffice, changeLanguage, handleChangeLanguage)
}

async function handleChangeLanguage(
  { language }: ParsedInput<typeof changeLanguage>,
  { sql, colleague, audit }: SignedIn,
) {
  await saveStaffLanguage(sql, language, colleague.id)
  audit({
    action: 'language.changed',
    subjectKind: 'staff',
    subjectId: String(colleague.id),
    before: { language: colleague.language },
    after: { language },
  })
  return {}
}
