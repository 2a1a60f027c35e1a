import type { Queries } from '#server/platform/db/database.ts'
import { writeAudit } from '#server/modules/audit/audit-entry.ts'
import {
  asText,
  looksOf,
  contrastErrors,
} from '#server/modules/content/releases/contrast-errors.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import {
  dueRelease,
  publishRelease,
  type Published,
} from '#server/modules/content/releases/publish-release.ts'
import {
  allChanges,
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
  // If no process ran for a while, beginning and end may both be due: the beginning comes first.
  const [begins] = await sql<{ id: number }[]>`
    select first.id from release join release first on first.id = release.ends_id
    where release.id = ${id} and first.state = 'scheduled'`
  if (begins) await publishDue(shop, begins.id)
  // Earlier releases go first too. An end at the same moment runs before this release, because this one was made from
  // the restored values.
  const sooner = await sql<{ id: number }[]>`
    select sooner.id from release join release sooner
      on sooner.from_at <= ${ports.clock.now()} and (sooner.from_at < release.from_at or
        (sooner.from_at = release.from_at and sooner.source = 'end' and release.source <> 'end'))
    where release.id = ${id} and release.state = 'scheduled' and sooner.state = 'scheduled'
    order by sooner.from_at, sooner.source <> 'end', sooner.id`
  for (const one of sooner) await publishDue(shop, one.id)
  await sql.begin(async (sql) => {
    await lockPublishing(sql)
    const now = ports.clock.now()
    const due = await dueRelease(sql, id, now)
    if (!due) return
    const { release, isDue } = due
    if (!isDue) return queuePublishing(sql, jobs, id, release.from_at ?? now)
    const unreadable = await contrastErrorText(sql, release)
    const published: Published = unreadable
      ? { done: false, unusable: unreadable, item: null }
      : await publishRelease(sql, release, { at: now, by: release.published_by })
    const line = {
      subjectKind: 'release',
      subjectId: String(id),
      channelId: release.channels.length === 1 ? (release.channels[0] ?? null) : null,
      before: { state: release.state, from: release.from_at?.toISOString() ?? null },
    }
    if (published.done) {
      const after = { name: release.name, written: published.written, left: published.left.length }
      return writeAudit(sql, 'shop', now, { ...line, action: 'release.published', after })
    }
    // Nobody is there to resolve a conflict: the release stops, and nothing of it goes live.
    const stopped = stopReason(published)
    await withdrawSchedule(sql, id, stopped)
    return writeAudit(sql, 'shop', now, { ...line, action: 'release.stopped', reason: stopped })
  })
}

/**
 * Since the scheduling, a channel may have opened or a related colour may have changed: unreadable themes stop the
 * release, except those with an approval. A release that restores values is never stopped.
 */
async function contrastErrorText(sql: Queries, release: ReleaseRow): Promise<string | undefined> {
  if (release.source === 'end') return undefined
  const looks = await contrastErrors(sql, await allChanges(sql, release.id))
  const letIn = new Set(release.notes.unreadable)
  const unnamed = looks.filter((look) => looksOf([look]).every((name) => !letIn.has(name)))
  return unnamed.length > 0 ? asText(unnamed) : undefined
}

function stopReason(published: Exclude<Published, { done: true }>): string {
  if ('unusable' in published) return published.unusable
  const { conflicts } = published
  const [first] = conflicts
  const who = first?.by ? ` by ${first.by.name}` : ''
  const more = conflicts.length > 1 ? ` and ${conflicts.length - 1} more` : ''
  return `Changed since${who}: ${first?.subject ?? ''}${more}.`
}
