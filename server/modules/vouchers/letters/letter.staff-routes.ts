import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { batchLetters, validateLetters } from '#contract/vouchers/letters.staff.ts'
import { maskedName } from '#domain/privacy/person-mask.ts'
import { PEOPLE_BYTES } from '#server/modules/vouchers/batches/batch.staff-routes.ts'
import { findBatch } from '#server/modules/vouchers/batches/batch.sql.ts'
import { lettersToTry, orderOf } from '#server/modules/vouchers/code-export/code-file.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import type { LettersToTry } from '#server/modules/vouchers/letters/validate-letters.ts'
import { type StaffCaller, serveStaff } from '#server/http/staff/serve-staff-endpoint.ts'

/** Letters are checked before there are codes: an error found after an export has started costs its codes. */
export function letterRoutes(app: FastifyInstance, backoffice: Backoffice) {
  const { shop } = backoffice

  serveStaff(
    app,
    backoffice,
    validateLetters,
    async ({ channel, points, valid_until: until, recipients, ...sender }, asker) => {
      const model = asker.within(channel) ? await shop.models.channel(channel) : undefined
      if (!model) return refuseStaff('not-found', { field: 'channel' })
      const count = Math.max(1, recipients.length)
      const order = orderOf(shop, model, { row: { points, ...sender }, batchId: 0, until, count })
      const people = recipients.map((person, at) => ({ ...person, place: at + 1 }))
      // The caller sent these names, so they may be shown.
      return troublesOf({ order, people, count }, () => true)
    },
    { reads: true, bodyLimit: PEOPLE_BYTES },
  )

  serveStaff(app, backoffice, batchLetters, async ({ id }, { sql, now, within, may }) => {
    const row = await findBatch(sql, Number(id), now)
    if (!row || !within(row.channel_id)) return refuseStaff('not-found')
    return troublesOf(await lettersToTry(shop, sql, row), may)
  })

  async function troublesOf(letters: LettersToTry, may: StaffCaller['may']) {
    // Few ever ask for these, and a shop starts without them.
    const { letterTroubles } = await import('#server/modules/vouchers/letters/validate-letters.ts')
    const found = await letterTroubles(shop, letters)
    if (may('person.show')) return found
    return {
      ...found,
      troubles: found.troubles.map(({ person, ...failure }) => ({
        ...failure,
        person: person && { ...person, name: maskedName(person.name) },
      })),
    }
  }
}
