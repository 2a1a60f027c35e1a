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
import { requireTransaction } from '#server/platform/db/require-transaction.ts'
import {
  lockVisibleRelease,
  releaseById,
  releaseUndoUntil,
} from '#server/modules/content/releases/release-response.ts'
import { findOverlaps } from '#server/modules/content/releases/schedule-overlaps.ts'
import { publishOverride } from '#server/modules/content/releases/publish-override.ts'
import { refusalOf } from '#server/modules/content/releases/publish-changes.staff-routes.ts'
import { refuseForbiddenFields } from '#server/modules/content/releases/release-rights.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import {
  contrastMessage,
  themeStateName,
  contrastErrors,
} from '#server/modules/content/releases/contrast-errors.ts'
import { describeConflicts } from '#server/modules/content/releases/release-conflicts.ts'
import { changesAnything, findOutdated } from '#server/modules/content/releases/live-values.ts'
import { publishRelease as publishNow } from '#server/modules/content/releases/publish-release.ts'
import {
  listChanges,
  findShownRelease,
  freeName,
  lockPublishing,
  type ReleaseRow,
  versionsOfRelease,
} from '#server/modules/content/releases/release.sql.ts'
import {
  archiveEnd,
  parseSchedule,
  setSchedule,
  withdrawSchedule,
} from '#server/modules/content/releases/schedule-release.ts'
import { createUndoDraft, publishUndo } from '#server/modules/content/releases/undo-release.ts'
import { clearReleaseSchedule } from '#server/modules/content/releases/release-action.sql.ts'
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
  const requestApproval = backoffice.approvals.add(publishOverride(jobs))
  return async (
    { id, reason, override, anyway, ...input }: ParsedInput<typeof publishRelease>,
    caller: SignedIn,
  ) => {
    const { now, colleague, audit } = caller
    const sql = requireTransaction(caller.sql)
    // Locked before the release, as everywhere, to avoid deadlocks.
    await lockPublishing(sql)
    const found = await lockVisibleRelease(sql, id, caller)
    if (refused(found)) return found
    const changes = await changesToPublish(sql, found, caller)
    if (refused(changes)) return changes
    const schedule = await parseSchedule(sql, found, input, now)
    if (refused(schedule)) return schedule
    if (found.reverts_id !== null && !(await changesAnything(sql, changes))) {
      return refuseStaff('nothing-to-undo')
    }
    const { from, until } = schedule
    const overlaps = from
      ? await findOverlaps(sql, changes, { id: found.id, from, until }, caller)
      : []
    if (overlaps.length > 0 && !anyway) return refuseStaff('overlaps', { stands: overlaps })
    const unreadable = await contrastErrors(sql, changes)
    if (unreadable.length > 0) {
      const request = approvalRequest(found, schedule, { unreadable, override, reason }, caller)
      if (refused(request)) return request
      const approval = await requestApproval({ ...caller, sql }, request)
      return refused(approval)
        ? approval
        : { release: await releaseById(sql, found.id), written: 0, approval }
    }

    const by = { staffId: colleague.id, at: now }
    const release = from || until ? await setSchedule(sql, jobs, found, schedule, by) : found
    if (from) {
      const conflicts = await refuseConflicts(sql, changes)
      if (conflicts) return conflicts
    }
    const published = from ? null : await publishNow(sql, release, { at: now, by: colleague.id })
    if (published && !published.done) return refusalOf(published)
    const auditEntry = published
      ? publishedEntry(found, published.written, until)
      : scheduledEntry(schedule, overlaps)
    audit({
      ...auditEntry,
      subjectKind: 'release',
      subjectId: id,
      channelId: onlyChannel(found),
      reason,
      before: { state: found.state },
    })
    return {
      release: await releaseById(sql, found.id),
      written: published?.written ?? 0,
      approval: null,
    }
  }
}

async function changesToPublish(sql: Queries, found: ReleaseRow, caller: SignedIn) {
  if (found.state !== 'draft' && found.state !== 'stopped') return refuseStaff('not-a-draft')
  const changes = await listChanges(sql, found.id)
  if (changes.length === 0) return refuseStaff('empty-release')
  return refuseForbiddenFields(changes, caller) ?? changes
}

type Schedule = { zone: string; from: Date | null; until: Date | null }
type Unreadable = Awaited<ReturnType<typeof contrastErrors>>

/** The request for approval to publish a theme that is hard to read, or why it cannot be requested. */
function approvalRequest(
  found: ReleaseRow,
  { zone, from, until }: Schedule,
  { unreadable, override, reason }: { unreadable: Unreadable; override: boolean; reason: string },
  { may }: SignedIn,
) {
  if (!override) {
    return refuseStaff('unreadable-look', {
      message: contrastMessage(unreadable),
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
      looks: unreadable.map(themeStateName),
    },
    reason,
  }
}

/** Conflicts are reported at the scheduling, because nobody may be there to resolve them at the publication. */
async function refuseConflicts(sql: Queries, changes: Awaited<ReturnType<typeof listChanges>>) {
  const { live, outdated } = await findOutdated(sql, changes)
  if (outdated.length === 0) return undefined
  return refuseStaff('changed-since', { conflicts: await describeConflicts(sql, outdated, live) })
}

const scheduledEntry = (
  { zone, from, until }: Schedule,
  overlaps: Awaited<ReturnType<typeof findOverlaps>>,
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
  const sql = requireTransaction(caller.sql)
  await lockPublishing(sql)
  const found = await lockVisibleRelease(sql, id, caller)
  if (refused(found)) return found
  const endsLater = found.state === 'live' && found.until_at !== null
  if (found.source === 'end' || (found.state !== 'scheduled' && !endsLater)) {
    return refuseStaff('not-scheduled')
  }
  const forbidden = refuseForbiddenFields(await listChanges(sql, found.id), caller)
  if (forbidden) return forbidden
  if (endsLater) {
    await archiveEnd(sql, found.id)
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
  return releaseById(sql, found.id)
}

async function handleRevertRelease({ id }: ParsedInput<typeof revertRelease>, caller: SignedIn) {
  const { now, colleague, audit } = caller
  const sql = requireTransaction(caller.sql)
  const found = await lockVisibleRelease(sql, id, caller)
  if (refused(found)) return found
  if (!found.published_at) return refuseStaff('not-published')
  const forbidden = refuseForbiddenFields(await versionsOfRelease(sql, found.id), caller)
  if (forbidden) return forbidden
  const reverted = await createUndoDraft(sql, found, {
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
  const shown = await findShownRelease(sql, found.id)
  return {
    release: await releaseById(sql, reverted.draft.id),
    undoes: {
      id,
      name: found.name,
      by:
        found.published_by === null
          ? null
          : { id: String(found.published_by), name: shown?.published_name ?? '' },
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
  const sql = requireTransaction(caller.sql)
  await lockPublishing(sql)
  const found = await lockVisibleRelease(sql, id, caller)
  if (refused(found)) return found
  if (!found.published_at) return refuseStaff('not-published')
  if (now > releaseUndoUntil(found.published_at)) return refuseStaff('too-late')
  const forbidden = refuseForbiddenFields(await versionsOfRelease(sql, found.id), caller)
  if (forbidden) return forbidden
  const undone = await publishUndo(sql, found, { at: now, by: colleague.id })
  if (undone === 'nothing-to-undo') return refuseStaff('nothing-to-undo')
  const { release, published } = undone
  // Changes that others made since never stop an undo: they are skipped.
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
    release: await releaseById(sql, release.id),
    undone: published.written,
    left: published.left,
  }
}
