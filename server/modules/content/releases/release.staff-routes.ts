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
import { overlapsOf } from '#server/modules/content/releases/schedule-overlaps.ts'
import { onlyChannelOf, addToDraft } from '#server/modules/content/releases/add-to-draft.ts'
import {
  changeAnswer,
  ownRelease,
  releaseAnswer,
  seesRelease,
  shownRelease,
} from '#server/modules/content/releases/release-response.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { releaseCsv, releaseList } from '#server/modules/content/releases/release-list.sql.ts'
import {
  changedSince,
  undoneBy,
  undoPreview,
  zonesOf,
} from '#server/modules/content/releases/release-status.ts'
import { compareTexts } from '#server/modules/content/releases/compare-texts.ts'
import { nameOf, type StoredChange } from '#server/modules/content/releases/change-keys.ts'
import {
  NOTHING,
  readLive,
  readShared,
  isSameValue,
} from '#server/modules/content/releases/live-values.ts'
import {
  addRelease,
  allChanges,
  findShownReleases,
  freeName,
  type AuthoredChange,
  renewRelease,
  type ReleaseState,
} from '#server/modules/content/releases/release.sql.ts'
import { serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import {
  isRelease,
  saveReleaseName,
  archiveReleaseById,
  deleteReleaseChange,
} from '#server/modules/content/releases/release-action.sql.ts'

const CHANGEABLE: readonly ReleaseState[] = ['draft', 'stopped']

/** The sort key of a change. */
const placeOf = (change: StoredChange | undefined) =>
  change ? `${change.kind} ${change.subject}` : ''

/** A change whose value was published by others has no effect any more, so it gets the same value before and after. */
async function emptyPublishedChanges(
  sql: Queries,
  changes: readonly AuthoredChange[],
): Promise<AuthoredChange[]> {
  const live = await readLive(sql, changes)
  return changes.map((change) => {
    const { value } = live.get(nameOf(change)) ?? NOTHING
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
  return { ...(await shownRelease(sql, added.id)), ...stored.feedback }
}

async function handleRelease({ id, limit, after }: ParsedInput<typeof release>, caller: SignedIn) {
  const { sql, now } = caller
  const [row] = await findShownReleases(sql, isRelease(sql, id), 1)
  if (!row || !seesRelease(caller, row)) return refuseStaff('not-found')
  const all = await allChanges(sql, row.id)
  const changes = all.filter((change) => after === undefined || placeOf(change) > after)
  const page = changes.slice(0, limit)
  const isPublished = row.state === 'live' || row.state === 'ended'
  const shown = isPublished ? page : await emptyPublishedChanges(sql, page)
  // The first own text of a channel replaces the shared one.
  const sharedOf = await readShared(sql, isPublished ? [] : shown)
  return {
    release: releaseAnswer(row),
    changes: shown.map((change) => ({
      ...changeAnswer(change),
      fields: compareTexts(change.before ?? sharedOf(change), change.after),
    })),
    next: changes.length > limit ? placeOf(page.at(-1)) : null,
    changed_since: isPublished ? [] : await changedSince(sql, all),
    left: row.notes.left ?? [],
    planned: CHANGEABLE.includes(row.state)
      ? await overlapsOf(sql, all, { id: row.id, from: now, until: null }, caller)
      : [],
    zones: await zonesOf(sql, row.channels),
    undo: await undoPreview(sql, row, now),
    undone: await undoneBy(sql, row.id),
  }
}

async function handleRenameRelease(
  { id, name }: ParsedInput<typeof renameRelease>,
  caller: SignedIn,
) {
  const { sql, audit } = caller
  const found = await ownRelease(sql, id, caller)
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
  return shownRelease(sql, found.id)
}

async function handleArchiveRelease({ id }: ParsedInput<typeof archiveRelease>, caller: SignedIn) {
  const { sql, audit } = caller
  const found = await ownRelease(sql, id, caller)
  if (refused(found)) return found
  if (!CHANGEABLE.includes(found.state)) return refuseStaff('not-a-draft')
  await archiveReleaseById(sql, found.id)
  audit({
    action: 'release.archived',
    subjectKind: 'release',
    subjectId: id,
    before: { name: found.name, state: found.state },
  })
  return shownRelease(sql, found.id)
}

async function handleChangeRelease(
  { id, changes }: ParsedInput<typeof changeRelease>,
  caller: SignedIn,
) {
  const { sql, audit } = caller
  const found = await ownRelease(sql, id, caller)
  if (refused(found)) return found
  if (!CHANGEABLE.includes(found.state)) return refuseStaff('not-a-draft')
  const draftChanges = await allChanges(sql, found.id)
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
    release: await shownRelease(sql, found.id),
    changes: (await allChanges(sql, found.id))
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
  const found = await ownRelease(sql, id, caller)
  if (refused(found)) return found
  if (!CHANGEABLE.includes(found.state)) return refuseStaff('not-a-draft')
  const gone = await deleteReleaseChange(sql, { id: found.id, kind, subject })
  if (!gone) return refuseStaff('not-found')
  await renewRelease(sql, found.id)
  audit({
    action: 'release.changed',
    subjectKind: 'release',
    subjectId: id,
    channelId: gone.channel_id,
    before: { [`${kind} ${subject}`]: gone.after },
    after: {},
  })
  return { release: await shownRelease(sql, found.id) }
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
