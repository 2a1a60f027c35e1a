import type { TaskKind } from '#domain/tasks/task-kinds.ts'
import { detailText, type TaskRow } from '#server/modules/tasks/task-list.sql.ts'
import { resolveBounces, rowsOfBounces } from '#server/modules/tasks/resolutions/resolve-bounces.ts'
import {
  resolveCodes,
  rowsOfCodes,
} from '#server/modules/tasks/resolutions/resolve-missing-codes.ts'
import {
  resolveDifferences,
  rowsOfDifferences,
} from '#server/modules/tasks/resolutions/resolve-differences.ts'
import { resolveJobs, rowsOfJobs } from '#server/modules/tasks/resolutions/resolve-failed-jobs.ts'
import {
  resolveMails,
  rowsOfMails,
} from '#server/modules/tasks/resolutions/resolve-refused-mails.ts'
import {
  acceptChargebacks,
  repeatRefunds,
  refundUnmatchedPayments,
  rowsOfChargebacks,
  rowsOfPayments,
  rowsOfRefunds,
} from '#server/modules/tasks/resolutions/resolve-payments.ts'
import {
  resolveBackOrders,
  rowsOfBackOrders,
} from '#server/modules/tasks/resolutions/resolve-back-orders.ts'
import { resolveParcels, rowsOfParcels } from '#server/modules/tasks/resolutions/resolve-parcels.ts'
import {
  orderMissing,
  resolveSuppliers,
  rowsOfMissing,
  rowsOfSuppliers,
} from '#server/modules/tasks/resolutions/resolve-suppliers.ts'
import {
  creditNow,
  rowsOfWithdrawals,
} from '#server/modules/tasks/resolutions/resolve-withdrawals.ts'
import {
  renderPicturesAgain,
  readMailsAgain,
  rowsOfUnreadableMails,
  rowsOfUnreadablePictures,
} from '#server/modules/tasks/resolutions/resolve-unreadable-files.ts'
import {
  continueBackgroundJobs,
  rowsOfBackgroundJobs,
} from '#server/modules/tasks/resolutions/resolve-background-jobs.ts'
import {
  resolveWebhooks,
  rowsOfWebhooks,
} from '#server/modules/tasks/resolutions/resolve-webhooks.ts'
import type {
  ResolutionContext,
  ResolveRefusal,
  ResolveRow,
} from '#server/modules/tasks/resolutions/resolution.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { returnStoppedToDraft } from '#server/modules/content/releases/release-action.sql.ts'

export type Resolver = {
  /** The resolution requires a note, which is stored with the change. */
  note?: true
  /** The rows as they are now; empty if the task needs nothing any more. */
  rows: (sql: Queries, cases: readonly TaskRow[]) => Promise<ResolveRow[]>
  /**
   * Changes exactly these rows. The tasks are locked, and already closed if the resolution ends them, so that the
   * writes do not find them open.
   */
  resolve: (
    resolution: ResolutionContext,
    cases: readonly TaskRow[],
  ) => Promise<ResolveRefusal | void>
  /** False: the resolution only sends a request again, and the task closes with the response. */
  ends: boolean
}

export const RESOLVERS: Record<TaskKind, Resolver> = {
  'service-silent': { rows: rowsOfJobs('tried-now'), resolve: resolveJobs, ends: false },
  'job-failed': { rows: rowsOfJobs('sent-again'), resolve: resolveJobs, ends: true },
  'work-failed': { rows: rowsOfBackgroundJobs, resolve: continueBackgroundJobs, ends: true },
  'mail-refused': { rows: rowsOfMails, resolve: resolveMails, ends: true },
  'invitation-bounced': { rows: rowsOfBounces, resolve: resolveBounces, ends: true },
  'warehouse-refused': {
    rows: async (_, cases) =>
      cases.map(({ subject, order_number }) => ({
        what: 'parcel',
        subject,
        order: order_number,
        before: 'not-accepted',
        after: 'handed-over-again',
      })),
    resolve: ({ shop, sql }, cases) =>
      shop.jobs.send(
        sql,
        cases.map(({ subject, detail }) => ({
          name: 'submit-to-warehouse',
          data: (detail['asking'] as { number: string } | undefined) ?? { number: subject },
        })),
      ),
    ends: true,
  },
  'parcel-undeliverable': { rows: rowsOfParcels, resolve: resolveParcels, ends: true },
  'back-order': { rows: rowsOfBackOrders, resolve: resolveBackOrders, ends: true },
  'codes-out': { rows: rowsOfCodes, resolve: resolveCodes, ends: false },
  'supplier-missing': { rows: rowsOfMissing, resolve: orderMissing, ends: true },
  'supplier-silent': { rows: rowsOfSuppliers, resolve: resolveSuppliers, ends: true },
  'unmatched-payment': { rows: rowsOfPayments, resolve: refundUnmatchedPayments, ends: false },
  'refund-failed': { rows: rowsOfRefunds, resolve: repeatRefunds, ends: true },
  'charged-back': { rows: rowsOfChargebacks, resolve: acceptChargebacks, ends: true, note: true },
  'withdrawal-waits': { rows: rowsOfWithdrawals, resolve: creditNow, ends: true },
  'release-stopped': {
    rows: async (_, cases) =>
      cases.map((task) => ({
        what: 'release',
        subject: detailText(task, 'name') || task.subject,
        order: null,
        before: 'stopped',
        after: 'draft',
      })),
    async resolve({ sql }, cases) {
      const ids = cases.map(({ subject }) => Number(subject))
      await returnStoppedToDraft(sql, ids)
    },
    ends: true,
  },
  'stock-differs': { rows: rowsOfDifferences, resolve: resolveDifferences, ends: false },
  'money-differs': { rows: rowsOfDifferences, resolve: resolveDifferences, ends: false },
  'books-differ': { rows: rowsOfDifferences, resolve: resolveDifferences, ends: false },
  'mail-unreadable': { rows: rowsOfUnreadableMails, resolve: readMailsAgain, ends: false },
  'picture-unreadable': {
    rows: rowsOfUnreadablePictures,
    resolve: renderPicturesAgain,
    ends: true,
  },
  'webhook-silent': { rows: rowsOfWebhooks, resolve: resolveWebhooks, ends: true },
}
