import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  cancelSchedule,
  publishRelease,
  revertRelease,
  undoRelease,
} from '#contract/content/releases.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { inTransaction } from '#server/platform/db/require-transaction.ts'
import {
  ownRelease,
  shownRelease,
  releaseUndoUntil,
} from '#server/modules/content/releases/release-response.ts'
import { overlapsOf } from '#server/modules/content/releases/schedule-overlaps.ts'
import { publishOverride } from '#server/modules/content/releases/publish-override.ts'
import { refusalOf } from '#server/modules/content/releases/publish-changes.staff-routes.ts'
import { notPermitted } from '#server/modules/content/releases/release-rights.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import {
  asText,
  looksOf,
  contrastErrors,
} from '#server/modules/content/releases/contrast-errors.ts'
import { conflictsOf } from '#server/modules/content/releases/release-conflicts.ts'
import { nameOf } from '#server/modules/content/releases/change-keys.ts'
import {
  changesAnything,
  isMoved,
  NOTHING,
  readLive,
} from '#server/modules/content/releases/live-values.ts'
import { publishRelease as publishNow } from '#server/modules/content/releases/publish-release.ts'
import {
  allChanges,
  findShownReleases,
  freeName,
  lockPublishing,
  type ReleaseRow,
  versionsOfRelease,
} from '#server/modules/content/releases/release.sql.ts'
import {
  dropEnd,
  momentsOf,
  setSchedule,
  withdrawSchedule,
} from '#server/modules/content/releases/schedule-release.ts'
import { draftUndo, undoAtOnce } from '#server/modules/content/releases/undo-release.ts'
import {
  clearReleaseSchedule,
  isRelease,
} from '#server/modules/content/releases/release-action.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

const onlyChannel = ({ channels }: ReleaseRow) =>
  channels.length === 1 ? (channels[0] ?? null) : null

/** Publishes a draft, at once or at a set time, and undoes it. */
export function publishReleaseRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, publishRelease, handlePublishRelease(backoffice))

  serveStaff(app, backoffice, cancelSchedule, handleCancelSchedule)

  serveStaff(app, backoffice, revertRelease, handleRevertRelease)

  serveStaff(app, backoffice, undoRelease, handleUndoRelease)
}

function handlePublishRelease(backoffice: Backoffice) {
  const { jobs } = backoffice.shop
  const askOverride = backoffice.approvals.add(publishOverride(jobs))
  return async (
    { id, reason, override, anyway, ...input }: ParsedInput<typeof publishRelease>,
    caller: SignedIn,
  ) => {
    const { now, colleague, audit } = caller
    const sql = inTransaction(caller.sql)
    // Before the release itself, the lock order used everywhere.
    await lockPublishing(sql)
    const found = await ownRelease(sql, id, caller)
    if (refused(found)) return found
    const changes = await changesToPublish(sql, found, caller)
    if (refused(changes)) return changes
    const moments = await momentsOf(sql, found, input, now)
    if (refused(moments)) return moments
    if (found.reverts_id !== null && !(await changesAnything(sql, changes))) {
      return refuseStaff('nothing-to-undo')
    }
    const { from, until } = moments
    const overlaps = from
      ? await overlapsOf(sql, changes, { id: found.id, from, until }, caller)
      : []
    if (overlaps.length > 0 && !anyway) return refuseStaff('overlaps', { stands: overlaps })
    const unreadable = await contrastErrors(sql, changes)
    if (unreadable.length > 0) {
      const question = questionOf(found, moments, { unreadable, override, reason }, caller)
      if (refused(question)) return question
      const approval = await askOverride({ ...caller, sql }, question)
      return refused(approval)
        ? approval
        : { release: await shownRelease(sql, found.id), written: 0, approval }
    }

    const by = { staffId: colleague.id, at: now }
    const release = from || until ? await setSchedule(sql, jobs, found, moments, by) : found
    if (from) {
      const conflicts = await conflictsNow(sql, changes)
      if (conflicts) return conflicts
    }
    const published = from ? null : await publishNow(sql, release, { at: now, by: colleague.id })
    if (published && !published.done) return refusalOf(published)
    const done = published
      ? publishedEntry(found, published.written, until)
      : scheduledEntry(moments, overlaps)
    audit({
      ...done,
      subjectKind: 'release',
      subjectId: id,
      channelId: onlyChannel(found),
      reason,
      before: { state: found.state },
    })
    return {
      release: await shownRelease(sql, found.id),
      written: published?.written ?? 0,
      approval: null,
    }
  }
}

async function changesToPublish(sql: Queries, found: ReleaseRow, caller: SignedIn) {
  if (found.state !== 'draft' && found.state !== 'stopped') return refuseStaff('not-a-draft')
  const changes = await allChanges(sql, found.id)
  if (changes.length === 0) return refuseStaff('empty-release')
  return notPermitted(changes, caller) ?? changes
}

type Moments = { zone: string; from: Date | null; until: Date | null }
type Unreadable = Awaited<ReturnType<typeof contrastErrors>>

/** The request for approval to publish a theme that is hard to read, or why it cannot be requested. */
function questionOf(
  found: ReleaseRow,
  { zone, from, until }: Moments,
  { unreadable, override, reason }: { unreadable: Unreadable; override: boolean; reason: string },
  { may }: SignedIn,
) {
  if (!override) {
    return refuseStaff('unreadable-look', {
      message: asText(unreadable),
      stands: unreadable.slice(0, 50),
    })
  }
  if (!may('launch.override')) return refuseStaff('not-allowed')
  if (reason === '') return refuseStaff('reason-missing', { field: 'reason' })
  return {
    subject: {
      kind: 'release',
      id: String(found.id),
      name: found.name,
      channelId: onlyChannel(found),
    },
    asked: {
      from: from?.toISOString() ?? null,
      until: until?.toISOString() ?? null,
      zone,
      looks: looksOf(unreadable),
    },
    reason,
  }
}

/** Conflicts are reported when scheduling, not at publication, when nobody may be there to resolve them. */
async function conflictsNow(sql: Queries, changes: Awaited<ReturnType<typeof allChanges>>) {
  const live = await readLive(sql, changes)
  const moved = changes.filter((change) => isMoved(change, live.get(nameOf(change)) ?? NOTHING))
  if (moved.length === 0) return undefined
  return refuseStaff('changed-since', { conflicts: await conflictsOf(sql, moved, live) })
}

const scheduledEntry = (
  { zone, from, until }: Moments,
  overlaps: Awaited<ReturnType<typeof overlapsOf>>,
) => ({
  action: 'release.scheduled' as const,
  after: {
    from: from?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
    zone,
    ...(overlaps.length > 0
      ? { beside: overlaps.map(({ release }) => release?.id ?? 'elsewhere') }
      : {}),
  },
})

const publishedEntry = ({ name, channels }: ReleaseRow, written: number, until: Date | null) => ({
  action: 'release.published' as const,
  after: { name, channels, written, until: until?.toISOString() ?? null },
})

async function handleCancelSchedule({ id }: ParsedInput<typeof cancelSchedule>, caller: SignedIn) {
  const { audit } = caller
  const sql = inTransaction(caller.sql)
  await lockPublishing(sql)
  const found = await ownRelease(sql, id, caller)
  if (refused(found)) return found
  const endsLater = found.state === 'live' && found.until_at !== null
  if (found.source === 'end' || (found.state !== 'scheduled' && !endsLater)) {
    return refuseStaff('not-scheduled')
  }
  const foreign = notPermitted(await allChanges(sql, found.id), caller)
  if (foreign) return foreign
  if (endsLater) {
    await dropEnd(sql, found.id)
    await clearReleaseSchedule(sql, found.id)
  } else {
    await withdrawSchedule(sql, found.id)
  }
  audit({
    action: 'release.unscheduled',
    subjectKind: 'release',
    subjectId: id,
    channelId: onlyChannel(found),
    before: {
      state: found.state,
      from: found.from_at?.toISOString() ?? null,
      until: found.until_at?.toISOString() ?? null,
    },
  })
  return shownRelease(sql, found.id)
}

async function handleRevertRelease({ id }: ParsedInput<typeof revertRelease>, caller: SignedIn) {
  const { now, colleague, audit } = caller
  const sql = inTransaction(caller.sql)
  const found = await ownRelease(sql, id, caller)
  if (refused(found)) return found
  if (!found.published_at) return refuseStaff('not-published')
  const foreign = notPermitted(await versionsOfRelease(sql, found.id), caller)
  if (foreign) return foreign
  const reverted = await draftUndo(sql, found, {
    at: now,
    by: colleague.id,
    name: await freeName(sql, `↩ ${found.name}`),
  })
  if (reverted === 'nothing-to-undo') return refuseStaff('nothing-to-undo')
  audit({
    action: 'release.reverted',
    subjectKind: 'release',
    subjectId: id,
    channelId: onlyChannel(found),
    after: { draft: String(reverted.draft.id), left: reverted.left.length },
  })
  const [undone] = await findShownReleases(sql, isRelease(sql, found.id), 1)
  return {
    release: await shownRelease(sql, reverted.draft.id),
    undoes: {
      id,
      name: found.name,
      by:
        found.published_by === null
          ? null
          : { id: String(found.published_by), name: undone?.published_name ?? '' },
      at: found.published_at.toISOString(),
    },
    left: reverted.left,
  }
}

async function handleUndoRelease(
  { id, reason }: ParsedInput<typeof undoRelease>,
  caller: SignedIn,
) {
  const { now, colleague, audit } = caller
  const sql = inTransaction(caller.sql)
  await lockPublishing(sql)
  const found = await ownRelease(sql, id, caller)
  if (refused(found)) return found
  if (!found.published_at) return refuseStaff('not-published')
  if (now > releaseUndoUntil(found.published_at)) return refuseStaff('too-late')
  const foreign = notPermitted(await versionsOfRelease(sql, found.id), caller)
  if (foreign) return foreign
  const undone = await undoAtOnce(sql, found, { at: now, by: colleague.id })
  if (undone === 'nothing-to-undo') return refuseStaff('nothing-to-undo')
  const { release, published } = undone
  // Changes made by others since never stop an undo: they stay.
  if (!published.done && 'conflicts' in published) throw new Error('undo conflict')
  if (!published.done) return refuseStaff('unusable-value', { message: published.unusable })
  if (published.written === 0) return refuseStaff('nothing-to-undo')
  audit({
    action: 'release.undone',
    subjectKind: 'release',
    subjectId: id,
    channelId: onlyChannel(found),
    reason,
    before: { name: found.name, state: found.state },
    after: {
      release: String(release.id),
      undone: published.written,
      left: published.left.map(({ kind, subject }) => `${kind} ${subject}`),
    },
  })
  return {
    release: await shownRelease(sql, release.id),
    undone: published.written,
    left: published.left,
  }
}
