import type { FastifyInstance } from 'fastify'

import { attentionRoutes } from '#server/desk/attention-routes.ts'
import { actForRoutes } from '#server/desk/act-for-routes.ts'
import { approvalRoutes } from '#server/desk/approval-routes.ts'
import { auditRoutes } from '#server/desk/audit-routes.ts'
import { batchPeopleRoutes } from '#server/desk/batch-people-routes.ts'
import { batchChangeRoutes } from '#server/desk/batch-change-routes.ts'
import { batchRoutes } from '#server/desk/batch-routes.ts'
import { letterRoutes } from '#server/desk/letter-routes.ts'
import { channelFieldsRoutes } from '#server/desk/channel-fields-routes.ts'
import { channelRoutes } from '#server/desk/channel-routes.ts'
import { channelSettingsRoutes } from '#server/desk/channel-settings-routes.ts'
import { campaignRoutes } from '#server/desk/campaign-routes.ts'
import { catalogueWordRoutes } from '#server/desk/catalogue-word-routes.ts'
import { catalogueChangeRoutes } from '#server/desk/catalogue-change-routes.ts'
import { contentDeskRoutes } from '#server/desk/content-desk-routes.ts'
import { contentThingsRoutes } from '#server/desk/content-things-routes.ts'
import { ownerApprovals } from '#server/desk/owner-approvals.ts'
import { orderDeskRoutes } from '#server/desk/order-desk-routes.ts'
import { mediaReplaceRoutes } from '#server/desk/media-replace-routes.ts'
import { mediaRoutes } from '#server/desk/media-routes.ts'
import { mediaUploadRoutes } from '#server/desk/media-upload-routes.ts'
import { moneyRoutes } from '#server/desk/money-routes.ts'
import { choosingDeskRoutes } from '#server/desk/choosing-desk-routes.ts'
import { parcelRoutes } from '#server/desk/parcel-routes.ts'
import { supplierDeskRoutes } from '#server/desk/supplier-desk-routes.ts'
import { booksRoutes } from '#server/desk/books-routes.ts'
import { settlementRoutes } from '#server/desk/settlement-routes.ts'
import { vatRateRoutes } from '#server/desk/vat-rate-routes.ts'
import { orderDeedsRoutes } from '#server/desk/order-deeds-routes.ts'
import { orderAddressRoutes } from '#server/desk/order-address-routes.ts'
import { withdrawalRoutes } from '#server/desk/withdrawal-routes.ts'
import { creditRoutes } from '#server/desk/credit-routes.ts'
import { countRoutes } from '#server/desk/count-routes.ts'
import { copyRoutes } from '#server/desk/copy-routes.ts'
import { coverageRoutes } from '#server/desk/coverage-routes.ts'
import { rehearsalRoutes } from '#server/desk/rehearsal-routes.ts'
import type { Desk } from '#server/desk/desk.ts'
import { contractRoute } from '#server/desk/contract-route.ts'
import { deskPages } from '#server/desk/serve-desk-pages.ts'
import { employerRoutes } from '#server/desk/employer-routes.ts'
import { employerUserRoutes } from '#server/desk/employer-user-routes.ts'
import { factorRoutes } from '#server/desk/factor-routes.ts'
import { previewRoutes } from '#server/desk/preview-routes.ts'
import { giftMailRoutes } from '#server/desk/gift-mail-routes.ts'
import { giftRoutes } from '#server/desk/gift-routes.ts'
import { giftWriteRoutes } from '#server/desk/gift-write-routes.ts'
import { importRoutes } from '#server/desk/import-routes.ts'
import { inboxDeedRoutes } from '#server/desk/inbox-deed-routes.ts'
import { inboxRoutes } from '#server/desk/inbox-routes.ts'
import { savedAnswerRoutes } from '#server/desk/saved-answer-routes.ts'
import { invitationRoutes } from '#server/desk/invitation-routes.ts'
import { launchRoutes } from '#server/desk/launch-routes.ts'
import { newChannelRoutes } from '#server/desk/new-channel-routes.ts'
import { openIdRoutes } from '#server/desk/openid-routes.ts'
import { passkeyRoutes } from '#server/desk/passkey-routes.ts'
import { figuresRoutes } from '#server/desk/figures-routes.ts'
import { frameRoutes } from '#server/desk/frame-routes.ts'
import { publishChangesRoute } from '#server/desk/publish-changes-route.ts'
import { publishRoutes } from '#server/desk/publish-routes.ts'
import { peopleFileRoutes } from '#server/desk/people-file-routes.ts'
import { personMailRoutes } from '#server/desk/person-mail-routes.ts'
import { codeReleaseRoutes } from '#server/desk/limits/code-release-routes.ts'
import { actingOrders } from '#server/desk/limits/approve-order.ts'
import { pointsRoutes } from '#server/desk/points-routes.ts'
import { releaseRoutes } from '#server/desk/release-routes.ts'
import { passwordRoutes } from '#server/desk/password-routes.ts'
import { sessionRoutes } from '#server/desk/session-routes.ts'
import { staffRoutes } from '#server/desk/staff-routes.ts'
import { digitalDeskRoutes } from '#server/desk/digital-desk-routes.ts'
import { stockRoutes } from '#server/desk/stock-routes.ts'
import { staffTokenRoutes } from '#server/desk/staff-token-routes.ts'
import { tokenRoutes } from '#server/desk/token-routes.ts'
import { versionRoutes } from '#server/desk/version-routes.ts'
import { WITH_PASSKEYS } from '#server/door/standing-headers.ts'
import { replaceCodeRoutes } from '#server/desk/replace-code-routes.ts'
import { voucherDeedRoutes } from '#server/desk/voucher-deed-routes.ts'
import { voucherRoutes } from '#server/desk/voucher-routes.ts'
import { expiryRoutes } from '#server/desk/expiry-routes.ts'
import { personalRoutes } from '#server/desk/personal-routes.ts'
import { retentionRoutes } from '#server/desk/retention-routes.ts'
import { viewRoutes } from '#server/desk/view-routes.ts'
import { liveRoutes } from '#server/desk/live-routes.ts'
import { workRoutes } from '#server/desk/work-routes.ts'
import { webhookLogRoutes } from '#server/desk/webhook-log-routes.ts'
import { webhookRoutes } from '#server/desk/webhook-routes.ts'

/** Every call of the desk. */
export function deskRoutes(app: FastifyInstance, desk: Desk) {
  // The desk stands in nobody's frame, and what it answers is nobody's to keep.
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('x-frame-options', 'DENY')
    reply.header('permissions-policy', WITH_PASSKEYS)
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    done()
  })

  sessionRoutes(app, desk)
  passwordRoutes(app, desk)
  factorRoutes(app, desk)
  passkeyRoutes(app, desk)
  openIdRoutes(app, desk)
  tokenRoutes(app, desk)
  staffTokenRoutes(app, desk)
  const owners = ownerApprovals(desk)
  staffRoutes(app, desk, owners)
  invitationRoutes(app, desk, owners)
  auditRoutes(app, desk)
  workRoutes(app, desk)
  liveRoutes(app, desk)
  frameRoutes(app, desk)
  viewRoutes(app, desk)
  deskPages(app, desk)
  releaseRoutes(app, desk)
  publishRoutes(app, desk)
  publishChangesRoute(app, desk)
  versionRoutes(app, desk)
  contentDeskRoutes(app, desk)
  contentThingsRoutes(app, desk)
  previewRoutes(app, desk)
  copyRoutes(app, desk)
  channelRoutes(app, desk)
  channelSettingsRoutes(app, desk)
  channelFieldsRoutes(app, desk)
  newChannelRoutes(app, desk)
  launchRoutes(app, desk)
  attentionRoutes(app, desk)
  countRoutes(app, desk)
  creditRoutes(app, desk)
  supplierDeskRoutes(app, desk)
  parcelRoutes(app, desk)
  choosingDeskRoutes(app, desk)
  orderDeskRoutes(app, desk)
  moneyRoutes(app, desk)
  figuresRoutes(app, desk)
  booksRoutes(app, desk)
  vatRateRoutes(app, desk)
  settlementRoutes(app, desk)
  orderAddressRoutes(app, desk)
  orderDeedsRoutes(app, desk)
  withdrawalRoutes(app, desk)
  approvalRoutes(app, desk)
  pointsRoutes(app, desk)
  actingOrders(desk)
  codeReleaseRoutes(app, desk)
  voucherRoutes(app, desk)
  inboxRoutes(app, desk)
  inboxDeedRoutes(app, desk)
  savedAnswerRoutes(app, desk)
  voucherDeedRoutes(app, desk)
  replaceCodeRoutes(app, desk)
  batchRoutes(app, desk)
  letterRoutes(app, desk)
  batchChangeRoutes(app, desk)
  batchPeopleRoutes(app, desk)
  giftMailRoutes(app, desk)
  personMailRoutes(app, desk)
  employerRoutes(app, desk)
  employerUserRoutes(app, desk)
  campaignRoutes(app, desk)
  actForRoutes(app, desk)
  retentionRoutes(app, desk)
  personalRoutes(app, desk)
  expiryRoutes(app, desk)
  giftRoutes(app, desk)
  giftWriteRoutes(app, desk)
  catalogueWordRoutes(app, desk)
  catalogueChangeRoutes(app, desk)
  stockRoutes(app, desk)
  digitalDeskRoutes(app, desk)
  coverageRoutes(app, desk)
  webhookRoutes(app, desk)
  webhookLogRoutes(app, desk)
  rehearsalRoutes(app, desk)
  mediaRoutes(app, desk)
  mediaReplaceRoutes(app, desk)
  void app.register(async (app) => mediaUploadRoutes(app, desk))
  void app.register(async (app) => {
    await importRoutes(app, desk)
    peopleFileRoutes(app, desk)
  })

  contractRoute(app, desk)
}
