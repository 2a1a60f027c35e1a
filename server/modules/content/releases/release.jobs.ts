import type { Queries } from '#server/platform/db/database.ts'
import { writeAudit } from '#server/modules/audit/audit-entry.ts'
import {
  contrastMessage,
  themeStateName,
  contrastErrors,
} from '#server/modules/content/releases/contrast-errors.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import {
  lockScheduledRelease,
  publishRelease,
  type Published,
} from '#server/modules/content/releases/publish-release.ts'
import {
  listChanges,
  lockPublishing,
  type ReleaseRow,
} from '#server/modules/content/releases/release.sql.ts'
import {
  queuePublishing,
  withdrawSchedule,
} from '#server/modules/content/releases/schedule-release.ts'

/** Publishes and ends scheduled releases. One that came due while no process ran is due at the next start. */
export function releaseJobs(shop: Shop) {
  shop.jobs.handle('publish-release', ({ id }) => publishDue(shop, id))
}

async function publishDue(shop: Shop, id: number): Promise<void> {
  const { sql, ports, jobs } = shop
  // If no process ran for a while, the start and the end may both be due: the start comes first.
  const [start] = await sql<{ id: number }[]>`
    select first.id from release join release first on first.id = release.ends_id
    where release.id = ${id} and first.state = 'scheduled'`
  if (start) await publishDue(shop, start.id)
  // Earlier releases come first too. At the same time ends come first, because releases are based on the restored values.
  const earlierReleases = await sql<{ id: number }[]>`
    select earlier.id from release join release earlier
      on earlier.from_at <= ${ports.clock.now()} and (earlier.from_at < release.from_at or
        (earlier.from_at = release.from_at and earlier.source = 'end' and release.source <> 'end'))
    where release.id = ${id} and release.state = 'scheduled' and earlier.state = 'scheduled'
    order by earlier.from_at, earlier.source <> 'end', earlier.id`
  for (const earlier of earlierReleases) await publishDue(shop, earlier.id)
  await sql.begin(async (sql) => {
    await lockPublishing(sql)
    const now = ports.clock.now()
    const due = await lockScheduledRelease(sql, id, now)
    if (!due) return
    const { release, isDue } = due
    if (!isDue) return queuePublishing(sql, jobs, id, release.from_at ?? now)
    const contrastError = await contrastErrorText(sql, release)
    const published: Published = contrastError
      ? { done: false, unusable: contrastError, item: null }
      : await publishRelease(sql, release, { at: now, by: release.published_by })
    const auditEntry = {
      subjectKind: 'release',
      subjectId: String(id),
      channelId: release.channels.length === 1 ? (release.channels[0] ?? null) : null,
      before: { state: release.state, from: release.from_at?.toISOString() ?? null },
    }
    if (published.done) {
      const after = { name: release.name, written: published.written, left: published.left.length }
      return writeAudit(sql, 'shop', now, { ...auditEntry, action: 'release.published', after })
    }
    // Nobody is there to resolve a conflict, so the release stops and nothing of it is published.
    const stopped = stopReason(published)
    await withdrawSchedule(sql, id, stopped)
    return writeAudit(sql, 'shop', now, {
      ...auditEntry,
      action: 'release.stopped',
      reason: stopped,
    })
  })
}

/**
 * Since the scheduling, a channel may have opened or a related colour may have changed. Unreadable themes without an
 * approval stop the release. An end is never stopped.
 */
async function contrastErrorText(sql: Queries, release: ReleaseRow): Promise<string | undefined> {
  if (release.source === 'end') return undefined
  const errors = await contrastErrors(sql, await listChanges(sql, release.id))
  const approved = new Set(release.notes.unreadable)
  const unapproved = errors.filter((error) => !approved.has(themeStateName(error)))
  return unapproved.length > 0 ? contrastMessage(unapproved) : undefined
}

function stopReason(published: Exclude<Published, { done: true }>): string {
  if ('unusable' in published) return published.unusable
  const { conflicts } = published
  const [first] = conflicts
  const author = first?.by ? ` by ${first.by.name}` : ''
  const more = conflicts.length > 1 ? ` and ${conflicts.length - 1} more` : ''
  return `Changed since${author}: ${first?.subject ?? ''}${more}.`
}
