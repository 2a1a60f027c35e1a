import { z } from 'zod'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import type { ApprovalKind } from '#server/modules/approvals/approval-kinds.ts'
import { requireTransaction } from '#server/platform/db/require-transaction.ts'
import {
  contrastMessage,
  themeStateName,
  contrastErrors,
} from '#server/modules/content/releases/contrast-errors.ts'
import type { Jobs } from '#server/platform/jobs/job-queue.ts'
import { findOutdated } from '#server/modules/content/releases/live-values.ts'
import { publishRelease } from '#server/modules/content/releases/publish-release.ts'
import {
  listChanges,
  lockPublishing,
  lockRelease,
} from '#server/modules/content/releases/release.sql.ts'
import { setSchedule } from '#server/modules/content/releases/schedule-release.ts'

const moment = z.iso.datetime().nullable()
const RequestedSchedule = z.object({
  from: moment,
  until: moment,
  zone: z.string().nullable(),
  /** The unreadable theme states, by `themeStateName()`. */
  looks: z.array(z.string()),
})

const dateOf = (moment: string | null) => (moment === null ? null : new Date(moment))

/** An unreadable theme is published in an open channel only if a second colleague approves the request. */
export const publishOverride = (
  jobs: Pick<Jobs, 'send'>,
): ApprovalKind<z.infer<typeof RequestedSchedule>> => ({
  kind: 'release.publish',
  asked: RequestedSchedule,
  approverPermission: 'launch.override',
  async versionOf(sql, id) {
    // Locked before the release, as everywhere, to avoid deadlocks.
    await lockPublishing(requireTransaction(sql))
    const release = await lockRelease(sql, Number(id))
    return release?.state === 'draft' || release?.state === 'stopped'
      ? String(release.version)
      : null
  },
  async action(sql, id, asked, { at: now, askedBy }) {
    const transaction = requireTransaction(sql)
    const release = await lockRelease(sql, Number(id))
    const [from, until] = [dateOf(asked.from), dateOf(asked.until)]
    if (!release || (from && from <= now) || (until && until <= (from ?? now))) {
      return refuseStaff('no-longer-possible')
    }
    const changes = await listChanges(sql, release.id)
    const unreadable = await contrastErrors(sql, changes)
    // The request did not include themes that have become unreadable since.
    if (unreadable.some((error) => !asked.looks.includes(themeStateName(error)))) {
      return refuseStaff('no-longer-possible')
    }
    const before = { state: release.state }
    const values = {
      name: release.name,
      channels: release.channels,
      unreadable: contrastMessage(unreadable),
    }
    const by = { staffId: askedBy, at: now }
    const schedule = { from, until, zone: asked.zone, unreadable: asked.looks }
    const scheduled =
      from || until ? await setSchedule(transaction, jobs, release, schedule, by) : release
    if (from) {
      const { outdated } = await findOutdated(sql, changes)
      if (outdated.length > 0) return refuseStaff('no-longer-possible')
      return { before, after: { ...values, from: asked.from, until: asked.until } }
    }
    const published = await publishRelease(transaction, scheduled, { at: now, by: askedBy })
    if (!published.done) return refuseStaff('no-longer-possible')
    return { before, after: { ...values, written: published.written, until: asked.until } }
  },
})
