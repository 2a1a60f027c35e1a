import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { batchLetters, validateLetters } from '#contract/vouchers/letters.staff.ts'
import { maskedName } from '#domain/privacy/person-mask.ts'
import { RECIPIENTS_BODY_BYTES } from '#server/modules/vouchers/batches/batch.staff-routes.ts'
import { findBatch } from '#server/modules/vouchers/batches/batch.sql.ts'
import {
  readUnprintedLetters,
  letterOrderOf,
} from '#server/modules/vouchers/code-export/code-file.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import type { UnprintedLetters } from '#server/modules/vouchers/letters/validate-letters.ts'
import {
  type StaffCaller,
  serveStaff,
  type SignedIn,
} from '#server/http/staff/serve-staff-endpoint.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

/** Checks letters before their codes exist, because an error during an export voids its codes. */
export function letterRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, validateLetters, handleValidateLetters(backoffice), {
    reads: true,
    bodyLimit: RECIPIENTS_BODY_BYTES,
  })

  serveStaff(app, backoffice, batchLetters, handleBatchLetters(backoffice))
}

function handleValidateLetters(backoffice: Backoffice) {
  const { shop } = backoffice
  return async (
    {
      channel,
      points,
      valid_until: until,
      recipients,
      ...sender
    }: ParsedInput<typeof validateLetters>,
    caller: SignedIn,
  ) => {
    const model = caller.within(channel) ? await shop.models.channel(channel) : undefined
    if (!model) return refuseStaff('not-found', { field: 'channel' })
    const count = Math.max(1, recipients.length)
    const order = letterOrderOf(shop, model, {
      row: { points, ...sender },
      batchId: 0,
      until,
      count,
    })
    const people = recipients.map((person, index) => ({ ...person, place: index + 1 }))
    // The caller sent these names, so the answer may contain them.
    return findErrors(shop, { order, people, count }, () => true)
  }
}

function handleBatchLetters(backoffice: Backoffice) {
  const { shop } = backoffice
  return async ({ id }: ParsedInput<typeof batchLetters>, { sql, now, within, may }: SignedIn) => {
    const row = await findBatch(sql, Number(id), now)
    if (!row || !within(row.channel_id)) return refuseStaff('not-found')
    return findErrors(shop, await readUnprintedLetters(shop, sql, row), may)
  }
}

async function findErrors(shop: Shop, letters: UnprintedLetters, may: StaffCaller['may']) {
  // Imported on demand: few exports need it.
  const { findLetterErrors } = await import('#server/modules/vouchers/letters/validate-letters.ts')
  const errors = await findLetterErrors(shop, letters)
  if (may('personal-data.view')) return errors
  return {
    ...errors,
    troubles: errors.troubles.map(({ person, ...failure }) => ({
      ...failure,
      person: person && { ...person, name: maskedName(person.name) },
    })),
  }
}
