import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, it } from 'vitest'

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(file))

const text = (file: string) => readFileSync(file, 'utf8')

/** Route files that still contain SQL, with the number of their templates. Delete an entry with its last template. */
const SQL_LEFT: Readonly<Record<string, number>> = {
  'server/modules/approvals/approval.staff-routes.ts': 26,
  'server/modules/catalog/attributes/attribute.staff-routes.ts': 15,
  'server/modules/catalog/changes/bulk-change.staff-routes.ts': 33,
  'server/modules/catalog/coverage/coverage.staff-routes.ts': 7,
  'server/modules/catalog/gifts/change-gift.staff-routes.ts': 16,
  'server/modules/catalog/gifts/gift.staff-routes.ts': 19,
  'server/modules/catalog/imports/import.staff-routes.ts': 30,
  'server/modules/channels/launch/launch-check.staff-routes.ts': 2,
  'server/modules/channels/settings/channel-field.staff-routes.ts': 1,
  'server/modules/channels/settings/channel-name.staff-routes.ts': 4,
  'server/modules/channels/settings/channel-settings.staff-routes.ts': 7,
  'server/modules/channels/settings/channel.staff-routes.ts': 2,
  'server/modules/channels/settings/create-channel.staff-routes.ts': 10,
  'server/modules/content/preview/preview.staff-routes.ts': 2,
  'server/modules/content/releases/copy-change.staff-routes.ts': 1,
  'server/modules/content/releases/publish-release.staff-routes.ts': 3,
  'server/modules/content/releases/release.staff-routes.ts': 4,
  'server/modules/content/releases/version.staff-routes.ts': 10,
  'server/modules/content/search/content-node.staff-routes.ts': 6,
  'server/modules/content/texts/text.staff-routes.ts': 8,
  'server/modules/employers/campaign.staff-routes.ts': 21,
  'server/modules/employers/employer-user.staff-routes.ts': 19,
  'server/modules/employers/employer.staff-routes.ts': 15,
  'server/modules/employers/portal/campaigns.employer-routes.ts': 8,
  'server/modules/finance/accounting-month.staff-routes.ts': 16,
  'server/modules/finance/daily-money.staff-routes.ts': 16,
  'server/modules/fulfilment/digital/digital-code.staff-routes.ts': 20,
  'server/modules/fulfilment/parcels/parcel.staff-routes.ts': 10,
  'server/modules/fulfilment/suppliers/supplier.staff-routes.ts': 22,
  'server/modules/inventory/stock-levels/stock-level.staff-routes.ts': 8,
  'server/modules/mail/reminder-opt-out.shop-routes.ts': 2,
  'server/modules/media/library/media.staff-routes.ts': 8,
  'server/modules/media/library/replace-image.staff-routes.ts': 2,
  'server/modules/media/library/upload-image.staff-routes.ts': 5,
  'server/modules/orders/staff/order-action.staff-routes.ts': 4,
  'server/modules/orders/staff/order-address.staff-routes.ts': 1,
  'server/modules/orders/staff/order.staff-routes.ts': 3,
  'server/modules/privacy/personal-data.staff-routes.ts': 5,
  'server/modules/privacy/retention.staff-routes.ts': 5,
  'server/modules/reports/pending-count.staff-routes.ts': 2,
  'server/modules/reports/report.staff-routes.ts': 11,
  'server/modules/reports/simulations/simulation.staff-routes.ts': 17,
  'server/modules/sessions/login/session-transfer.shop-routes.ts': 1,
  'server/modules/staff/accounts/staff-account.staff-routes.ts': 32,
  'server/modules/staff/tokens/api-token.staff-routes.ts': 17,
  'server/modules/support/inbox/inbox.staff-routes.ts': 1,
  'server/modules/support/voucher-page/voucher.staff-routes.ts': 2,
  'server/modules/tasks/background-jobs/background-job.staff-routes.ts': 17,
  'server/modules/tasks/task.staff-routes.ts': 4,
  'server/modules/vouchers/actions/points.staff-routes.ts': 4,
  'server/modules/vouchers/actions/replace-code.staff-routes.ts': 3,
  'server/modules/vouchers/actions/voucher-action.staff-routes.ts': 1,
  'server/modules/vouchers/batches/batch-change.staff-routes.ts': 11,
  'server/modules/vouchers/batches/batch-recipient.staff-routes.ts': 16,
  'server/modules/vouchers/batches/batch.staff-routes.ts': 29,
  'server/modules/vouchers/code-export/code-approval.staff-routes.ts': 1,
  'server/modules/vouchers/expiry/expired-points.staff-routes.ts': 21,
  'server/modules/vouchers/invitations/batch-invitation.staff-routes.ts': 3,
  'server/modules/vouchers/invitations/recipient-invitation.staff-routes.ts': 12,
  'server/modules/webhooks/webhook-delivery.staff-routes.ts': 15,
  'server/modules/webhooks/webhook.staff-routes.ts': 19,
}

const templatesIn = (source: string) => source.match(/\bsql(?:<[^`]*>)?`/g)?.length ?? 0

it('keeps SQL out of route files (B46)', () => {
  const routes = files.filter(
    (file) => /^server\/modules\/.*routes[^/]*\.ts$/.test(file) && !/\.(test|long)\.ts$/.test(file),
  )
  expect(routes.length).toBeGreaterThan(50)
  const found = routes
    .map((file) => [file, templatesIn(text(file))] as const)
    .filter(([, count]) => count > 0)
  expect(Object.fromEntries(found)).toEqual(SQL_LEFT)
})

it('counts templates with and without a type, and parts of statements', () => {
  const source =
    'await asker.sql<{ id: number }[]>`select ${own ? sql`id` : sql`name`} from voucher`'
  expect(templatesIn(source)).toBe(3)
})

it('lets no query import from a route file', () => {
  const wrong = files
    .filter((file) => /^server\/modules\/.*\.sql\.ts$/.test(file))
    .filter((file) => /from '[^']*routes\.ts'/.test(text(file)))
    .map((file) => path.basename(file))
  expect(wrong).toEqual([])
})
