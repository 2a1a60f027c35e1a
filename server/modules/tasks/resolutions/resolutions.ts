import type { AttentionKind } from '#domain/tasks/task-kinds.ts'
import { carried, type CaseRow } from '#server/modules/tasks/task-list.sql.ts'
import { mendBounces, rowsOfBounces } from '#server/modules/tasks/resolutions/resolve-bounces.ts'
import { mendCodes, rowsOfCodes } from '#server/modules/tasks/resolutions/resolve-missing-codes.ts'
import {
  mendDifferences,
  rowsOfDifferences,
} from '#server/modules/tasks/resolutions/resolve-differences.ts'
import { mendJobs, rowsOfJobs } from '#server/modules/tasks/resolutions/resolve-failed-jobs.ts'
import { mendMails, rowsOfMails } from '#server/modules/tasks/resolutions/resolve-refused-mails.ts'
import {
  acceptChargebacks,
  repeatRefunds,
  returnPayments,
  rowsOfChargebacks,
  rowsOfPayments,
  rowsOfRefunds,
} from '#server/modules/tasks/resolutions/resolve-payments.ts'
import {
  mendBackOrders,
  rowsOfBackOrders,
} from '#server/modules/tasks/resolutions/resolve-back-orders.ts'
import { mendParcels, rowsOfParcels } from '#server/modules/tasks/resolutions/resolve-parcels.ts'
import {
  mendMissing,
  mendSuppliers,
  rowsOfMissing,
  rowsOfSuppliers,
} from '#server/modules/tasks/resolutions/resolve-suppliers.ts'
import {
  creditNow,
  rowsOfWithdrawals,
} from '#server/modules/tasks/resolutions/resolve-withdrawals.ts'
import {
  drawPicturesAgain,
  readMailsAgain,
  rowsOfUnreadableMails,
  rowsOfUnreadablePictures,
} from '#server/modules/tasks/resolutions/resolve-unreadable-files.ts'
import { mendWork, rowsOfWork } from '#server/modules/tasks/resolutions/resolve-background-jobs.ts'
import { mendWebhooks, rowsOfWebhooks } from '#server/modules/tasks/resolutions/resolve-webhooks.ts'
import type { Mending, MendRefusal, MendRow } from '#server/modules/tasks/resolutions/resolution.ts'
import type { Queries } from '#server/platform/db/database.ts'

export type Mender = {
  /** It is kept with what is written. */
  note?: true
  /** As it stands now; a case that needs nothing any more has none. */
  rows: (sql: Queries, cases: readonly CaseRow[]) => Promise<MendRow[]>
  /**
   * Writes just that. The cases are locked, and closed already where mending ends them: what is written now must not find
   * them open.
   */
  mend: (mending: Mending, cases: readonly CaseRow[]) => Promise<MendRefusal | void>
  /** False: it only asks anew, and the case goes when the answer is there. */
  ends: boolean
}

export const MENDERS: Record<AttentionKind, Mender> = {
  'service-silent': { rows: rowsOfJobs('tried-now'), mend: mendJobs, ends: false },
  'job-failed': { rows: rowsOfJobs('sent-again'), mend: mendJobs, ends: true },
  'work-failed': { rows: rowsOfWork, mend: mendWork, ends: true },
  'mail-refused': { rows: rowsOfMails, mend: mendMails, ends: true },
  'invitation-bounced': { rows: rowsOfBounces, mend: mendBounces, ends: true },
  'parcel-refused': {
    rows: async (_, cases) =>
      cases.map(({ subject, order_number }) => ({
        what: 'parcel',
        subject,
        order: order_number,
        before: 'not-accepted',
        after: 'handed-over-again',
      })),
    mend: ({ shop, sql }, cases) =>
      shop.jobs.send(
        sql,
        cases.map(({ subject, detail }) => ({
          name: 'submit-to-warehouse',
          data: (detail['asking'] as { number: string } | undefined) ?? { number: subject },
        })),
      ),
    ends: true,
  },
  'parcel-lost': { rows: rowsOfParcels, mend: mendParcels, ends: true },
  'back-order': { rows: rowsOfBackOrders, mend: mendBackOrders, ends: true },
  'codes-out': { rows: rowsOfCodes, mend: mendCodes, ends: false },
  'supplier-missing': { rows: rowsOfMissing, mend: mendMissing, ends: true },
  'supplier-silent': { rows: rowsOfSuppliers, mend: mendSuppliers, ends: true },
  'stray-payment': { rows: rowsOfPayments, mend: returnPayments, ends: false },
  'refund-failed': { rows: rowsOfRefunds, mend: repeatRefunds, ends: true },
  'charged-back': { rows: rowsOfChargebacks, mend: acceptChargebacks, ends: true, note: true },
  'withdrawal-waits': { rows: rowsOfWithdrawals, mend: creditNow, ends: true },
  'release-stopped': {
    rows: async (_, cases) =>
      cases.map((one) => ({
        what: 'release',
        subject: carried(one, 'name') || one.subject,
        order: null,
        before: 'stopped',
        after: 'draft',
      })),
    async mend({ sql }, cases) {
      await sql`
        update release set state = 'draft', notes = '{}', version = version + 1
        where id = any(${cases.map(({ subject }) => Number(subject))}::bigint[]) and state = 'stopped'`
    },
    ends: true,
  },
  'stock-differs': { rows: rowsOfDifferences, mend: mendDifferences, ends: false },
  'money-differs': { rows: rowsOfDifferences, mend: mendDifferences, ends: false },
  'books-differ': { rows: rowsOfDifferences, mend: mendDifferences, ends: false },
  'mail-unreadable': { rows: rowsOfUnreadableMails, mend: readMailsAgain, ends: false },
  'picture-unreadable': { rows: rowsOfUnreadablePictures, mend: drawPicturesAgain, ends: true },
  'webhook-silent': { rows: rowsOfWebhooks, mend: mendWebhooks, ends: true },
}
