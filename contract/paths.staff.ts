import type { StaffPath } from '#contract/shared/path.staff.ts'
import { mayBeInToken } from '#domain/staff/permissions.ts'
import { simulationPaths } from '#contract/reports/simulation-paths.staff.ts'
import { privacyPaths } from '#contract/privacy/privacy-paths.staff.ts'
import { webhookPaths } from '#contract/webhooks/webhook-paths.staff.ts'
import { inboxPaths } from '#contract/support/support-paths.staff.ts'
import { reportPaths } from '#contract/reports/report-paths.staff.ts'
import { cataloguePaths } from '#contract/catalog/catalog-paths.staff.ts'
import { channelPaths } from '#contract/channels/channel-paths.staff.ts'
import { contentPaths } from '#contract/content/content-paths.staff.ts'
import { staffAccountPaths } from '#contract/staff/staff-paths.staff.ts'
import { framePaths } from '#contract/shared/common-paths.staff.ts'
import { holderPaths } from '#contract/vouchers/voucher-paths.staff.ts'
import { financePaths } from '#contract/finance/finance-paths.staff.ts'
import { orderPaths } from '#contract/orders/order-paths.staff.ts'

/**
 * Every call of the back office, by subject. Without schemas, as in `contract/paths.shop.ts`, so that a browser can import it.
 */
export const staffPaths = {
  ...staffAccountPaths,
  ...framePaths,
  ...contentPaths,
  ...channelPaths,
  ...holderPaths,
  ...orderPaths,
  ...financePaths,
  ...cataloguePaths,
  ...reportPaths,
  ...inboxPaths,
  ...webhookPaths,
  ...privacyPaths,
  ...simulationPaths,
} as const

export type StaffCallName = keyof typeof staffPaths

/**
 * A token has its permissions and nothing that belongs to a person: no sessions, views, second opinions or language of
 * theirs. What it may ask without a permission is who it is and what roles may.
 */
const ASKED_BY_TOKENS: readonly StaffCallName[] = ['whoAmI', 'roles']

/**
 * Writes that create, take the next item or send something, and so would run twice on a retry. With an
 * `Idempotency-Key` they run once, and the response is stored for two days. Excluded: calls that return a code or
 * secret, and calls whose input detects the retry (a version or a taken name).
 */
const REMEMBERED: readonly StaffCallName[] = [
  'actOnOrders',
  'addCampaign',
  'addRecipient',
  'addEmployer',
  'addSavedReply',
  'addSupplier',
  'offerReplacement',
  'startSimulation',
  'restoreVersion',
  'checkVatRate',
  'correctStock',
  'exportAudit',
  'startErasureDryRun',
  'mailRecipient',
  'createBatch',
  'createBulkChange',
  'createAttribute',
  'createGift',
  'createRelease',
  'addVoucherNote',
  'addOrderNote',
  'publishChanges',
  'revertRelease',
  'sendMailAgain',
  'retryWebhooks',
  'takeOldest',
  'testWebhook',
]

/** Whether a repeated call with the same key runs only once. */
export const isRemembered = (name: StaffCallName): boolean => REMEMBERED.includes(name)

/** Whether the call needs a recent sign-in. */
export const needsRecentSignIn = (name: StaffCallName): boolean =>
  (staffPaths[name] as StaffPath).recent === true

/** Whether the call is allowed before two-factor authentication. */
export const isBeforeFactor = (name: StaffCallName): boolean =>
  (staffPaths[name] as StaffPath).beforeFactor === true

/** Whether a program with a token may ask it, where it has what the call needs. */
export function isForTokens(name: StaffCallName): boolean {
  if (needsRecentSignIn(name) || (staffPaths[name] as StaffPath).noToken) return false
  const { needs } = staffPaths[name]
  if (needs === 'signed-in') return ASKED_BY_TOKENS.includes(name)
  return needs === 'nobody' || mayBeInToken(needs)
}
