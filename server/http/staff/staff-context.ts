import { type Approvals, staffApprovals } from '#server/modules/approvals/approval-kinds.ts'
import { LiveHub } from '#server/live/live-hub.ts'
import { sealedSecrets, type SealedSecrets } from '#server/platform/crypto/sealed-secrets.ts'
import {
  staffSessionsIn,
  type StaffSessions,
} from '#server/modules/staff/sessions/staff-sessions.ts'
import {
  type TwoFactorRule,
  twoFactorRule,
} from '#server/modules/staff/sessions/two-factor-rule.ts'
import type { BackofficeFiles } from '#server/http/backoffice-files.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

/** Dependencies of back-office handlers, besides the shop. */
export type Backoffice = {
  shop: Shop
  sessions: StaffSessions
  secrets: SealedSecrets
  /** Who needs a second factor. */
  twoFactor: TwoFactorRule
  /** The registry of approval kinds. */
  approvals: Approvals
  /** The event streams of open pages. */
  live: LiveHub
  /** The built pages; null if only the API is served. */
  files: BackofficeFiles | null
  /** Browsers refuse `__Host-` cookies without https. */
  cookieName: string
  secure: boolean
}

export function openBackoffice(shop: Shop, files: BackofficeFiles | null = null): Backoffice {
  const { config, sql, ports, changeEvents, log } = shop
  const twoFactor = twoFactorRule(config)
  const sessions = staffSessionsIn(sql, ports.clock, twoFactor)
  const secure = config.PUBLIC_URL?.startsWith('https://') ?? false
  return {
    shop,
    sessions,
    twoFactor,
    files,
    live: new LiveHub({ changeEvents, sql, sessions, log }),
    secrets: sealedSecrets(config.GIFTPOINT_PEPPER),
    approvals: staffApprovals(),
    cookieName: secure ? '__Host-backoffice' : 'backoffice',
    secure,
  }
}
