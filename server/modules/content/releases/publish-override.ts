import { z } from 'zod'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import type { ApprovalKind } from '#server/modules/approvals/approval-kinds.ts'
import { inTransaction } from '#server/platform/db/require-transaction.ts'
import {
  asText,
  looksOf,
  contrastErrors,
} from '#server/modules/content/releases/contrast-errors.ts'
import type { Jobs } from '#server/platform/jobs/job-queue.ts'
import { nameOf } from '#server/modules/content/releases/change-keys.ts'
import { isMoved, NOTHING, readLive } from '#server/modules/content/releases/live-values.ts'
import { publishRelease } from '#server/modules/content/releases/publish-release.ts'
import {
  allChanges,
  lockPublishing,
  lockRelease,
} from '#server/modules/content/releases/release.sql.ts'
import { setSchedule } from '#server/modules/content/releases/schedule-release.ts'

const moment = z.iso.datetime().nullable()
const Asked = z.object({
  from: moment,
  until: moment,
  zone: z.string().nullable(),
  /** The names of the unreadable states. */
  looks: z.array(z.string()),
})

const dateOf = (moment: string | null) => (moment === null ? null : new Date(moment))

/** An unreadable theme goes live in an open channel only with a request and a second colleague's approval. */
export const publishOverride = (jobs: Pick<Jobs, 'send'>): ApprovalKind<z.infer<typeof Asked>> => ({
  kind: 'release.publish',
  asked: Asked,
  decides: 'launch.override',
  async versionOf(sql, id) {
    // Before the release itself, the lock order used everywhere.
    await lockPublishing(inTransaction(sql))
    const release = await lockRelease(sql, Number(id))
    return release?.state === 'draft' || release?.state === 'stopped'
      ? String(release.version)
      : null
  },
  async action(sql, id, asked, { at: now, askedBy }) {
    const transaction = inTransaction(sql)
    const release = await lockRelease(sql, Number(id))
    const [from, until] = [dateOf(asked.from), dateOf(asked.until)]
    if (!release || (from && from <= now) || (until && until <= (from ?? now))) {
      return refuseStaff('no-longer-possible')
    }
    const changes = await allChanges(sql, release.id)
    const unreadable = await contrastErrors(sql, changes)
    // The request did not include themes that have become unreadable since.
    if (looksOf(unreadable).some((look) => !asked.looks.includes(look))) {
      return refuseStaff('no-longer-possible')
    }
    const before = { state: release.state }
    const values = {
      name: release.name,
      channels: release.channels,
      unreadable: asText(unreadable),
    }
    const by = { staffId: askedBy, at: now }
    const schedule = { from, until, zone: asked.zone, unreadable: asked.looks }
    const planned =
      from || until ? await setSchedule(transaction, jobs, release, schedule, by) : release
    if (from) {
      const live = await readLive(sql, changes)
      const isStale = changes.some((change) => isMoved(change, live.get(nameOf(change)) ?? NOTHING))
      if (isStale) return refuseStaff('no-longer-possible')
      return { before, after: { ...values, from: asked.from, until: asked.until } }
    }
    const published = await publishRelease(transaction, planned, { at: now, by: askedBy })
    if (!published.done) return refuseStaff('no-longer-possible')
    return { before, after: { ...values, written: published.written, until: asked.until } }
  },
})
