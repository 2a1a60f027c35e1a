import type { FastifyInstance } from 'fastify'

import { taskRoutes } from '#server/modules/tasks/task.staff-routes.ts'
import { impersonationRoutes } from '#server/modules/support/impersonation/impersonation.staff-routes.ts'
import { approvalRoutes } from '#server/modules/approvals/approval.staff-routes.ts'
import { auditRoutes } from '#server/modules/audit/log/audit-log.staff-routes.ts'
import { batchRecipientRoutes } from '#server/modules/vouchers/batches/batch-recipient.staff-routes.ts'
import { batchChangeRoutes } from '#server/modules/vouchers/batches/batch-change.staff-routes.ts'
import { batchRoutes } from '#server/modules/vouchers/batches/batch.staff-routes.ts'
import { letterRoutes } from '#server/modules/vouchers/letters/letter.staff-routes.ts'
import { channelFieldRoutes } from '#server/modules/channels/settings/channel-field.staff-routes.ts'
import { channelRoutes } from '#server/modules/channels/settings/channel.staff-routes.ts'
import { channelSettingsRoutes } from '#server/modules/channels/settings/channel-settings.staff-routes.ts'
import { campaignRoutes } from '#server/modules/employers/campaign.staff-routes.ts'
import { attributeRoutes } from '#server/modules/catalog/attributes/attribute.staff-routes.ts'
import { bulkChangeRoutes } from '#server/modules/catalog/changes/bulk-change.staff-routes.ts'
import { textRoutes } from '#server/modules/content/texts/text.staff-routes.ts'
import { contentNodeRoutes } from '#server/modules/content/search/content-node.staff-routes.ts'
import { ownerApprovals } from '#server/modules/staff/accounts/approve-owner.ts'
import { staffOrderRoutes } from '#server/modules/orders/staff/order.staff-routes.ts'
import { replaceImageRoutes } from '#server/modules/media/library/replace-image.staff-routes.ts'
import { mediaRoutes } from '#server/modules/media/library/media.staff-routes.ts'
import { uploadImageRoutes } from '#server/modules/media/library/upload-image.staff-routes.ts'
import { dailyPaymentRoutes } from '#server/modules/finance/daily-payments.staff-routes.ts'
import { staffReplacementRoutes } from '#server/modules/orders/staff/replacement.staff-routes.ts'
import { parcelRoutes } from '#server/modules/fulfilment/parcels/parcel.staff-routes.ts'
import { staffSupplierRoutes } from '#server/modules/fulfilment/suppliers/supplier.staff-routes.ts'
import { accountingMonthRoutes } from '#server/modules/finance/accounting-month.staff-routes.ts'
import { settlementRoutes } from '#server/modules/finance/settlement.staff-routes.ts'
import { vatRateRoutes } from '#server/modules/finance/vat-rate.staff-routes.ts'
import { orderActionRoutes } from '#server/modules/orders/staff/order-action.staff-routes.ts'
import { orderAddressRoutes } from '#server/modules/orders/staff/order-address.staff-routes.ts'
import { withdrawalListRoutes } from '#server/modules/orders/staff/withdrawal-list.staff-routes.ts'
import { withdrawalRoutes } from '#server/modules/refunds/withdrawal.staff-routes.ts'
import { creditRoutes } from '#server/modules/refunds/credit.staff-routes.ts'
import { pendingCountRoutes } from '#server/modules/reports/pending-count.staff-routes.ts'
import { copyChangeRoutes } from '#server/modules/content/releases/copy-change.staff-routes.ts'
import { coverageRoutes } from '#server/modules/catalog/coverage/coverage.staff-routes.ts'
import { simulationRoutes } from '#server/modules/reports/simulations/simulation.staff-routes.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { contractRoute } from '#server/http/staff/contract.staff-routes.ts'
import { backofficePages } from '#server/http/staff/serve-backoffice-pages.ts'
import { employerRoutes } from '#server/modules/employers/employer.staff-routes.ts'
import { employerUserRoutes } from '#server/modules/employers/employer-user.staff-routes.ts'
import { twoFactorRoutes } from '#server/modules/staff/two-factor/two-factor.staff-routes.ts'
import { previewRoutes } from '#server/modules/content/preview/preview.staff-routes.ts'
import { batchInvitationRoutes } from '#server/modules/vouchers/invitations/batch-invitation.staff-routes.ts'
import { giftRoutes } from '#server/modules/catalog/gifts/gift.staff-routes.ts'
import { changeGiftRoutes } from '#server/modules/catalog/gifts/change-gift.staff-routes.ts'
import { importRoutes } from '#server/modules/catalog/imports/import.staff-routes.ts'
import { inboxActionRoutes } from '#server/modules/support/inbox/inbox-action.staff-routes.ts'
import { inboxRoutes } from '#server/modules/support/inbox/inbox.staff-routes.ts'
import { savedReplyRoutes } from '#server/modules/support/inbox/saved-reply.staff-routes.ts'
import { staffInvitationRoutes } from '#server/modules/staff/accounts/staff-invitation.staff-routes.ts'
import { launchCheckRoutes } from '#server/modules/channels/launch/launch-check.staff-routes.ts'
import { createChannelRoutes } from '#server/modules/channels/settings/create-channel.staff-routes.ts'
import { openIdRoutes } from '#server/modules/staff/sign-in/openid.staff-routes.ts'
import { passkeyRoutes } from '#server/modules/staff/two-factor/passkey.staff-routes.ts'
import { dueItemRoutes } from '#server/modules/tasks/due-item.staff-routes.ts'
import { reportOverviewRoutes } from '#server/modules/reports/report-overview.staff-routes.ts'
import { giftSalesRoutes } from '#server/modules/reports/gift-sales.staff-routes.ts'
import { reportRoutes } from '#server/modules/reports/report.staff-routes.ts'
import { channelNameRoutes } from '#server/modules/channels/settings/channel-name.staff-routes.ts'
import { publishChangesRoute } from '#server/modules/content/releases/publish-changes.staff-routes.ts'
import { publishReleaseRoutes } from '#server/modules/content/releases/publish-release.staff-routes.ts'
import { recipientFileRoutes } from '#server/modules/vouchers/batches/recipient-file.staff-routes.ts'
import { recipientInvitationRoutes } from '#server/modules/vouchers/invitations/recipient-invitation.staff-routes.ts'
import { codeApprovalRoutes } from '#server/modules/vouchers/code-export/code-approval.staff-routes.ts'
import { registerOrderApproval } from '#server/modules/support/impersonation/approve-impersonated-order.ts'
import { pointsRoutes } from '#server/modules/vouchers/actions/points.staff-routes.ts'
import { releaseRoutes } from '#server/modules/content/releases/release.staff-routes.ts'
import { passwordRoutes } from '#server/modules/staff/sign-in/password.staff-routes.ts'
import { sessionRoutes } from '#server/modules/staff/sign-in/session.staff-routes.ts'
import { staffRoutes } from '#server/modules/staff/accounts/staff-account.staff-routes.ts'
import { digitalCodeRoutes } from '#server/modules/fulfilment/digital/digital-code.staff-routes.ts'
import { stockLevelRoutes } from '#server/modules/inventory/stock-levels/stock-level.staff-routes.ts'
import { apiTokenRoutes } from '#server/modules/staff/tokens/api-token.staff-routes.ts'
import { ownApiTokenRoutes } from '#server/modules/staff/tokens/own-api-token.staff-routes.ts'
import { versionRoutes } from '#server/modules/content/releases/versions/version.staff-routes.ts'
import { WITH_PASSKEYS } from '#server/http/security-headers.ts'
import { replaceCodeRoutes } from '#server/modules/vouchers/actions/replace-code.staff-routes.ts'
import { voucherActionRoutes } from '#server/modules/vouchers/actions/voucher-action.staff-routes.ts'
import { voucherRoutes } from '#server/modules/support/voucher-page/voucher.staff-routes.ts'
import { expiryRoutes } from '#server/modules/vouchers/expiry/expired-points.staff-routes.ts'
import { personalDataRoutes } from '#server/modules/privacy/personal-data.staff-routes.ts'
import { retentionRoutes } from '#server/modules/privacy/retention.staff-routes.ts'
import { viewRoutes } from '#server/lists/saved-view.staff-routes.ts'
import { liveRoutes } from '#server/live/live.staff-routes.ts'
import { backgroundJobRoutes } from '#server/modules/tasks/background-jobs/background-job.staff-routes.ts'
import { webhookDeliveryRoutes } from '#server/modules/webhooks/webhook-delivery.staff-routes.ts'
import { webhookRoutes } from '#server/modules/webhooks/webhook.staff-routes.ts'

/** Every call of the back office. */
export function allStaffRoutes(app: FastifyInstance, backoffice: Backoffice) {
  // The back office allows no framing, and its responses are not cached.
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('x-frame-options', 'DENY')
    reply.header('permissions-policy', WITH_PASSKEYS)
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    done()
  })

  accountCalls(app, backoffice)
  workCalls(app, backoffice)
  contentCalls(app, backoffice)
  channelCalls(app, backoffice)
  catalogCalls(app, backoffice)
  orderCalls(app, backoffice)
  moneyCalls(app, backoffice)
  voucherCalls(app, backoffice)
  supportCalls(app, backoffice)
  void app.register(async (app) => {
    await importRoutes(app, backoffice)
    recipientFileRoutes(app, backoffice)
  })

  contractRoute(app, backoffice)
}

/** Sign-in, accounts and API tokens of staff. */
function accountCalls(app: FastifyInstance, backoffice: Backoffice) {
  sessionRoutes(app, backoffice)
  passwordRoutes(app, backoffice)
  twoFactorRoutes(app, backoffice)
  passkeyRoutes(app, backoffice)
  openIdRoutes(app, backoffice)
  ownApiTokenRoutes(app, backoffice)
  apiTokenRoutes(app, backoffice)
  const owners = ownerApprovals(backoffice)
  staffRoutes(app, backoffice, owners)
  staffInvitationRoutes(app, backoffice, owners)
  auditRoutes(app, backoffice)
}

/** Calls that every page uses, and pending work. */
function workCalls(app: FastifyInstance, backoffice: Backoffice) {
  backgroundJobRoutes(app, backoffice)
  liveRoutes(app, backoffice)
  channelNameRoutes(app, backoffice)
  viewRoutes(app, backoffice)
  backofficePages(app, backoffice)
  taskRoutes(app, backoffice)
  pendingCountRoutes(app, backoffice)
  approvalRoutes(app, backoffice)
  webhookRoutes(app, backoffice)
  webhookDeliveryRoutes(app, backoffice)
}

function contentCalls(app: FastifyInstance, backoffice: Backoffice) {
  releaseRoutes(app, backoffice)
  publishReleaseRoutes(app, backoffice)
  publishChangesRoute(app, backoffice)
  versionRoutes(app, backoffice)
  textRoutes(app, backoffice)
  contentNodeRoutes(app, backoffice)
  previewRoutes(app, backoffice)
  copyChangeRoutes(app, backoffice)
  mediaRoutes(app, backoffice)
  replaceImageRoutes(app, backoffice)
  void app.register(async (app) => uploadImageRoutes(app, backoffice))
}

/** Channels, and the employers whose campaigns they serve. */
function channelCalls(app: FastifyInstance, backoffice: Backoffice) {
  channelRoutes(app, backoffice)
  channelSettingsRoutes(app, backoffice)
  channelFieldRoutes(app, backoffice)
  createChannelRoutes(app, backoffice)
  launchCheckRoutes(app, backoffice)
  employerRoutes(app, backoffice)
  employerUserRoutes(app, backoffice)
  campaignRoutes(app, backoffice)
}

function catalogCalls(app: FastifyInstance, backoffice: Backoffice) {
  giftRoutes(app, backoffice)
  changeGiftRoutes(app, backoffice)
  attributeRoutes(app, backoffice)
  bulkChangeRoutes(app, backoffice)
  stockLevelRoutes(app, backoffice)
  digitalCodeRoutes(app, backoffice)
  coverageRoutes(app, backoffice)
}

function orderCalls(app: FastifyInstance, backoffice: Backoffice) {
  staffOrderRoutes(app, backoffice)
  orderAddressRoutes(app, backoffice)
  orderActionRoutes(app, backoffice)
  staffReplacementRoutes(app, backoffice)
  staffSupplierRoutes(app, backoffice)
  parcelRoutes(app, backoffice)
  registerOrderApproval(backoffice)
}

function moneyCalls(app: FastifyInstance, backoffice: Backoffice) {
  creditRoutes(app, backoffice)
  withdrawalRoutes(app, backoffice)
  withdrawalListRoutes(app, backoffice)
  dailyPaymentRoutes(app, backoffice)
  reportRoutes(app, backoffice)
  reportOverviewRoutes(app, backoffice)
  giftSalesRoutes(app, backoffice)
  dueItemRoutes(app, backoffice)
  accountingMonthRoutes(app, backoffice)
  vatRateRoutes(app, backoffice)
  settlementRoutes(app, backoffice)
  simulationRoutes(app, backoffice)
}

function voucherCalls(app: FastifyInstance, backoffice: Backoffice) {
  voucherRoutes(app, backoffice)
  pointsRoutes(app, backoffice)
  codeApprovalRoutes(app, backoffice)
  voucherActionRoutes(app, backoffice)
  replaceCodeRoutes(app, backoffice)
  expiryRoutes(app, backoffice)
  batchRoutes(app, backoffice)
  letterRoutes(app, backoffice)
  batchChangeRoutes(app, backoffice)
  batchRecipientRoutes(app, backoffice)
  batchInvitationRoutes(app, backoffice)
  recipientInvitationRoutes(app, backoffice)
}

/** Recipients: letters, orders on their behalf, and their data. */
function supportCalls(app: FastifyInstance, backoffice: Backoffice) {
  inboxRoutes(app, backoffice)
  inboxActionRoutes(app, backoffice)
  savedReplyRoutes(app, backoffice)
  impersonationRoutes(app, backoffice)
  retentionRoutes(app, backoffice)
  personalDataRoutes(app, backoffice)
}
