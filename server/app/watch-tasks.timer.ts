import { sendImpersonationSummaries } from '#server/modules/support/send-impersonation-summaries.ts'
import { startNightlyCheck } from '#server/app/nightly-check.jobs.ts'
import { updateWatchedTasks } from '#server/modules/tasks/watched-situations.sql.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { RecurringJob } from '#server/platform/jobs/recurring.ts'

const EVERY_MS = 15_000

/** Runs in each process: tasks are listed within a minute, and the nightly check starts each night. */
export const watchTasks = (shop: Shop): RecurringJob => ({
  everyMs: EVERY_MS,
  failureMessage: 'tasks not collected; retrying later',
  run: () =>
    Promise.all([
      updateWatchedTasks(shop),
      startNightlyCheck(shop),
      sendImpersonationSummaries(shop),
    ]),
})
