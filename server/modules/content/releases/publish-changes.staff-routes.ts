import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { publishChanges } from '#contract/content/releases.staff.ts'
import { RELEASE_BYTES } from '#contract/shared/upload-limits.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { requireTransaction } from '#server/platform/db/require-transaction.ts'
import { findOverlaps } from '#server/modules/content/releases/schedule-overlaps.ts'
import { onlyChannelOf, addToDraft } from '#server/modules/content/releases/add-to-draft.ts'
import {
  lockVisibleRelease,
  releaseById,
} from '#server/modules/content/releases/release-response.ts'
import { refuseForbiddenFields } from '#server/modules/content/releases/release-rights.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import {
  contrastMessage,
  contrastErrors,
} from '#server/modules/content/releases/contrast-errors.ts'
import { changesAnything } from '#server/modules/content/releases/live-values.ts'
import {
  publishRelease as publishNow,
  type Published,
} from '#server/modules/content/releases/publish-release.ts'
import {
  addRelease,
  listChanges,
  freeName,
  type AuthoredChange,
  lockPublishing,
  type ReleaseRow,
} from '#server/modules/content/releases/release.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** "Publish now" of an editor: a refusal rolls back the complete call, so no draft is left behind. */
export function publishChangesRoute(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, publishChanges, handlePublishChanges, { bodyLimit: RELEASE_BYTES })
}

async function handlePublishChanges(
  { release: id, name, changes, anyway }: ParsedInput<typeof publishChanges>,
  caller: SignedIn,
) {
  const { now, colleague, audit } = caller
  const sql = requireTransaction(caller.sql)
  await lockPublishing(sql)
  const draft = await findOrCreateDraft({ id, name: name ?? '' }, { ...caller, sql })
  if (refused(draft)) return draft
  const previousChanges = await listChanges(sql, draft.id)
  const stored = await addToDraft({ ...caller, sql }, draft, previousChanges, changes)
  if (refused(stored)) return stored
  const draftChanges = await listChanges(sql, draft.id)
  const refusal = await publishRefusal(draft, draftChanges, { ...caller, sql, anyway })
  if (refusal) return refusal
  const published = await publishNow(sql, draft, { at: now, by: colleague.id })
  if (!published.done) return refusalOf(published)
  audit({
    action: 'release.published',
    subjectKind: 'release',
    subjectId: String(draft.id),
    channelId: onlyChannelOf(draftChanges),
    before: { state: draft.state, ...stored.before },
    after: {
      name: draft.name,
      channels: [...new Set(draftChanges.map(({ channelId }) => channelId))],
      written: published.written,
      ...stored.after,
    },
  })
  const { written } = published
  return { release: await releaseById(sql, draft.id), written, ...stored.feedback }
}

async function findOrCreateDraft(
  { id, name }: { id: string | undefined; name: string },
  caller: SignedIn,
) {
  const { sql, colleague, now } = caller
  if (id === undefined) {
    if (name === '') return refuseStaff('invalid-input', { field: 'name' })
    return addRelease(sql, {
      name: await freeName(sql, name),
      source: 'backoffice',
      made_by: colleague.id,
      made_at: now,
    })
  }
  const found = await lockVisibleRelease(sql, id, caller)
  if (refused(found)) return found
  return found.state === 'draft' || found.state === 'stopped' ? found : refuseStaff('not-a-draft')
}

/** Why the changes of a draft cannot be published. */
async function publishRefusal(
  draft: ReleaseRow,
  draftChanges: readonly AuthoredChange[],
  caller: SignedIn & { anyway: boolean },
) {
  const { sql, now, anyway } = caller
  if (draftChanges.length === 0) return refuseStaff('empty-release')
  const forbidden = refuseForbiddenFields(draftChanges, caller)
  if (forbidden) return forbidden
  if (draft.reverts_id !== null && !(await changesAnything(sql, draftChanges)))
    return refuseStaff('nothing-to-undo')
  const period = { id: draft.id, from: now, until: null }
  const overlaps = anyway ? [] : await findOverlaps(sql, draftChanges, period, caller)
  if (overlaps.length > 0) return refuseStaff('overlaps', { stands: overlaps })
  const unreadable = await contrastErrors(sql, draftChanges)
  if (unreadable.length === 0) return null
  return refuseStaff('unreadable-look', {
    message: contrastMessage(unreadable),
    stands: unreadable.slice(0, 50),
  })
}

export function refusalOf(published: Exclude<Published, { done: true }>) {
  return 'conflicts' in published
    ? refuseStaff('changed-since', { conflicts: published.conflicts })
    : refuseStaff('unusable-value', {
        message: published.unusable,
        ...(published.item ? { stands: published.item } : {}),
      })
}
