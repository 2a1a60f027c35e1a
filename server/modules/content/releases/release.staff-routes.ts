import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { RELEASE_BYTES } from '#contract/shared/upload-limits.ts'
import {
  archiveRelease,
  changeRelease,
  dropChange,
  createRelease,
  release,
  releases,
  renameRelease,
} from '#contract/content/releases.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { findOverlaps } from '#server/modules/content/releases/schedule-overlaps.ts'
import { onlyChannelOf, addToDraft } from '#server/modules/content/releases/add-to-draft.ts'
import {
  changeAnswer,
  lockVisibleRelease,
  releaseAnswer,
  canSeeRelease,
  releaseById,
} from '#server/modules/content/releases/release-response.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { releaseCsv, releaseList } from '#server/modules/content/releases/release-list.sql.ts'
import {
  findConflicts,
  findUndo,
  undoPreview,
  groupByTimeZone,
} from '#server/modules/content/releases/release-status.ts'
import { compareTexts } from '#server/modules/content/releases/compare-texts.ts'
import { nodeKey, type StoredChange } from '#server/modules/content/releases/change-keys.ts'
import {
  NO_VALUE,
  readLiveValues,
  readSharedValues,
  isSameValue,
} from '#server/modules/content/releases/live-values.ts'
import {
  addRelease,
  listChanges,
  findShownRelease,
  freeName,
  type AuthoredChange,
  refreshRelease,
  type ReleaseState,
} from '#server/modules/content/releases/release.sql.ts'
import { serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import {
  saveReleaseName,
  archiveReleaseById,
  deleteReleaseChange,
} from '#server/modules/content/releases/release-action.sql.ts'

const EDITABLE_STATES: readonly ReleaseState[] = ['draft', 'stopped']

/** The sort key of a change, and its cursor. */
const sortKeyOf = (change: StoredChange | undefined) =>
  change ? `${change.kind} ${change.subject}` : ''

/** A change whose value was published by others has no effect any more, so it gets the same value before and after. */
async function emptyPublishedChanges(
  sql: Queries,
  changes: readonly AuthoredChange[],
): Promise<AuthoredChange[]> {
  const live = await readLiveValues(sql, changes)
  return changes.map((change) => {
    const { value } = live.get(nodeKey(change)) ?? NO_VALUE
    return isSameValue(change.kind, value, change.after)
      ? { ...change, before: change.after }
      : change
  })
}

/** Drafts: their changes, their authors, and what others have published since. */
export function releaseRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, releases, listReleases)

  serveStaff(app, backoffice, createRelease, handleCreateRelease, { bodyLimit: RELEASE_BYTES })

  serveStaff(app, backoffice, release, handleRelease)

  serveStaff(app, backoffice, renameRelease, handleRenameRelease)

  serveStaff(app, backoffice, archiveRelease, handleArchiveRelease)

  serveStaff(app, backoffice, changeRelease, handleChangeRelease, { bodyLimit: RELEASE_BYTES })

  serveStaff(app, backoffice, dropChange, handleDropChange)
}

async function handleCreateRelease(input: ParsedInput<typeof createRelease>, caller: SignedIn) {
  const { sql, now, colleague, audit } = caller
  const name = await freeName(sql, input.name)
  const added = await addRelease(sql, {
    name,
    source: 'backoffice',
    made_by: colleague.id,
    made_at: now,
  })
  const stored = await addToDraft(caller, added, [], input.changes ?? [])
  if (refused(stored)) return stored
  audit({
    action: 'release.created',
    subjectKind: 'release',
    subjectId: String(added.id),
    channelId: onlyChannelOf(stored.changes),
    ...(stored.changes.length > 0 ? { before: stored.before } : {}),
    after: { name, ...stored.after },
  })
  return { ...(await releaseById(sql, added.id)), ...stored.feedback }
}

async function handleRelease({ id, limit, after }: ParsedInput<typeof release>, caller: SignedIn) {
  const { sql, now } = caller
  const row = await findShownRelease(sql, id)
  if (!row || !canSeeRelease(caller, row)) return refuseStaff('not-found')
  const allChanges = await listChanges(sql, row.id)
  const changes = allChanges.filter((change) => after === undefined || sortKeyOf(change) > after)
  const page = changes.slice(0, limit)
  const isPublished = row.state === 'live' || row.state === 'ended'
  const shown = isPublished ? page : await emptyPublishedChanges(sql, page)
  // A channel's first own text is compared with the shared text that it replaces.
  const sharedOf = await readSharedValues(sql, isPublished ? [] : shown)
  return {
    release: releaseAnswer(row),
    changes: shown.map((change) => ({
      ...changeAnswer(change),
      fields: compareTexts(change.before ?? sharedOf(change), change.after),
    })),
    next: changes.length > limit ? sortKeyOf(page.at(-1)) : null,
    changed_since: isPublished ? [] : await findConflicts(sql, allChanges),
    left: row.notes.left ?? [],
    planned: EDITABLE_STATES.includes(row.state)
      ? await findOverlaps(sql, allChanges, { id: row.id, from: now, until: null }, caller)
      : [],
    zones: await groupByTimeZone(sql, row.channels),
    undo: await undoPreview(sql, row, now),
    undone: await findUndo(sql, row.id),
  }
}

async function handleRenameRelease(
  { id, name }: ParsedInput<typeof renameRelease>,
  caller: SignedIn,
) {
  const { sql, audit } = caller
  const found = await lockVisibleRelease(sql, id, caller)
  if (refused(found)) return found
  if (found.state === 'live' || found.state === 'ended') return refuseStaff('not-a-draft')
  await saveReleaseName(sql, found.id, name)
  audit({
    action: 'release.renamed',
    subjectKind: 'release',
    subjectId: id,
    before: { name: found.name },
    after: { name },
  })
  return releaseById(sql, found.id)
}

async function handleArchiveRelease({ id }: ParsedInput<typeof archiveRelease>, caller: SignedIn) {
  const { sql, audit } = caller
  const found = await lockVisibleRelease(sql, id, caller)
  if (refused(found)) return found
  if (!EDITABLE_STATES.includes(found.state)) return refuseStaff('not-a-draft')
  await archiveReleaseById(sql, found.id)
  audit({
    action: 'release.archived',
    subjectKind: 'release',
    subjectId: id,
    before: { name: found.name, state: found.state },
  })
  return releaseById(sql, found.id)
}

async function handleChangeRelease(
  { id, changes }: ParsedInput<typeof changeRelease>,
  caller: SignedIn,
) {
  const { sql, audit } = caller
  const found = await lockVisibleRelease(sql, id, caller)
  if (refused(found)) return found
  if (!EDITABLE_STATES.includes(found.state)) return refuseStaff('not-a-draft')
  const draftChanges = await listChanges(sql, found.id)
  const stored = await addToDraft(caller, found, draftChanges, changes)
  if (refused(stored)) return stored
  audit({
    action: 'release.changed',
    subjectKind: 'release',
    subjectId: id,
    channelId: onlyChannelOf(stored.changes),
    before: stored.before,
    after: stored.after,
  })
  const subjects = new Set(stored.changes.map(({ kind, subject }) => `${kind} ${subject}`))
  return {
    release: await releaseById(sql, found.id),
    changes: (await listChanges(sql, found.id))
      .filter(({ kind, subject }) => subjects.has(`${kind} ${subject}`))
      .map(changeAnswer),
    ...stored.feedback,
  }
}

async function handleDropChange(
  { id, kind, subject }: ParsedInput<typeof dropChange>,
  caller: SignedIn,
) {
  const { sql, audit } = caller
  const found = await lockVisibleRelease(sql, id, caller)
  if (refused(found)) return found
  if (!EDITABLE_STATES.includes(found.state)) return refuseStaff('not-a-draft')
  const deleted = await deleteReleaseChange(sql, { id: found.id, kind, subject })
  if (!deleted) return refuseStaff('not-found')
  await refreshRelease(sql, found.id)
  audit({
    action: 'release.changed',
    subjectKind: 'release',
    subjectId: id,
    channelId: deleted.channel_id,
    before: { [`${kind} ${subject}`]: deleted.after },
    after: {},
  })
  return { release: await releaseById(sql, found.id) }
}

async function listReleases(query: ParsedInput<typeof releases>, caller: SignedIn) {
  const { within, colleague } = caller
  if (query.channel !== undefined && !within(query.channel)) return refuseStaff('not-found')
  return serveList(caller, query, {
    file: 'releases',
    list: releaseList(query, caller),
    columns: releaseCsv(colleague.language),
    row: releaseAnswer,
  })
}
