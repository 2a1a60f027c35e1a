import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { replacePicture, undoReplacement } from '#contract/media.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { notify } from '#server/platform/db/change-events.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { changeUndoUntil } from '#server/modules/catalog/gifts/change-undo.ts'
import { requireTransaction } from '#server/platform/db/require-transaction.ts'
import { findPicture, notifyImages } from '#server/modules/media/library/media.sql.ts'
import {
  mayChangePicture,
  findVisiblePicture,
} from '#server/modules/media/library/media.staff-routes.ts'
import { replaceEverywhere, restoreReplaced } from '#server/modules/media/library/replace-image.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { lockPublishing } from '#server/modules/content/releases/release.sql.ts'
import { lockReplacement } from '#server/modules/media/library/replace-image.sql.ts'
import { restorePictures } from '#server/modules/media/picture.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

export function replaceImageRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, replacePicture, handleReplacePicture)

  serveStaff(app, backoffice, undoReplacement, handleUndoReplacement)
}

async function handleReplacePicture(
  { hash, by, count, reason }: ParsedInput<typeof replacePicture>,
  caller: SignedIn,
) {
  const { colleague, now, audit, may } = caller
  const sql = requireTransaction(caller.sql)
  if (!may('release.publish')) return refuseStaff('not-allowed')
  // Locked before the images, as everywhere, to avoid deadlocks.
  await lockPublishing(sql)
  if (hash === by) return refuseStaff('nothing-to-do')
  // Locks both images in a fixed order, so that two opposite replacements do not deadlock.
  for (const locked of [hash, by].sort()) await findPicture(sql, locked, { lock: true })
  const found = await findVisiblePicture(sql, hash, caller)
  if (refused(found)) return found
  const chosen = await findVisiblePicture(sql, by, caller)
  if (refused(chosen)) return refuseStaff('unknown-picture', { field: 'by' })
  if (!mayChangePicture(found, caller)) return refuseStaff('used-elsewhere')
  const { row: from, uses } = found
  const { row: to } = chosen
  // A film cannot replace an image.
  if (!from.media_type.startsWith('image/') || !to.media_type.startsWith('image/')) {
    return refuseStaff('unknown-picture', { field: 'by' })
  }
  if (uses.length !== count) return refuseStaff('count-differs', { stands: { count: uses.length } })
  await notify(sql, 'picture', '')
  const replaced = await replaceEverywhere(sql, { from, to }, uses, {
    staffId: colleague.id,
    at: now,
    reason,
  })
  if ('done' in replaced) {
    return 'conflicts' in replaced
      ? refuseStaff('changed-since')
      : refuseStaff('unusable-value', { message: replaced.unusable })
  }
  await notifyImages(sql, [...uses, ...chosen.uses])
  audit({
    action: 'picture.replaced',
    subjectKind: 'picture',
    subjectId: hash,
    reason,
    before: { picture: hash, name: from.name },
    after: { picture: by, name: to.name, places: uses.length },
  })
  return { id: String(replaced.id), places: uses.length }
}

async function handleUndoReplacement(
  { id }: ParsedInput<typeof undoReplacement>,
  caller: SignedIn,
) {
  const { colleague, channels, now, audit, may } = caller
  const sql = requireTransaction(caller.sql)
  if (!may('release.publish')) return refuseStaff('not-allowed')
  await lockPublishing(sql)
  const replacement = await lockReplacement(sql, id)
  // Only its author and staff with access to all channels may undo it.
  if (!replacement || (channels !== null && replacement.staff_id !== colleague.id))
    return refuseStaff('not-found')
  if (replacement.undone_at) return refuseStaff('nothing-to-undo')
  if (changeUndoUntil(replacement.at) <= now) return refuseStaff('too-late')
  const [from, to] = [
    await findPicture(sql, replacement.new_hash),
    await findPicture(sql, replacement.old_hash),
  ]
  if (!from || !to) return refuseStaff('nothing-to-undo')
  const shown = await findVisiblePicture(sql, replacement.new_hash, caller)
  if (refused(shown)) return shown
  if (!mayChangePicture(shown, caller)) return refuseStaff('used-elsewhere')
  await notify(sql, 'picture', '')
  await restorePictures(sql, [replacement.old_hash])
  const undone = await restoreReplaced(
    sql,
    replacement,
    { from, to },
    {
      staffId: colleague.id,
      at: now,
      reason: '',
    },
  )
  await notifyImages(sql, shown.uses)
  audit({
    action: 'picture.replacement-undone',
    subjectKind: 'picture',
    subjectId: replacement.old_hash,
    before: { picture: replacement.new_hash },
    after: { picture: replacement.old_hash, places: undone.restored, left: undone.skipped },
  })
  return { id: replacement.old_hash, put_back: undone.restored, left_alone: undone.skipped }
}
