import { type Approvals, approvalsOfDesk } from '#server/desk/approvals.ts'
import { sealedSecrets, type SealedSecrets } from '#server/desk/sealed-secrets.ts'
import { staffSessionsIn, type StaffSessions } from '#server/desk/staff-sessions.ts'
import type { Shop } from '#server/door/shop.ts'

/** What the desk's handlers need beside the shop. */
export type Desk = {
  shop: Shop
  sessions: StaffSessions
  secrets: SealedSecrets
  /** What waits for a second person. */
  approvals: Approvals
  /** `__Host-` is refused by browsers where there is no https. */
  cookieName: string
  secure: boolean
}

export function openDesk(shop: Shop): Desk {
  const { config, sql, ports } = shop
  const secure = config.PUBLIC_URL?.startsWith('https://') ?? false
  return {
    shop,
    sessions: staffSessionsIn(sql, ports.clock),
    secrets: sealedSecrets(config.GIFTPOINT_PEPPER),
    approvals: approvalsOfDesk(),
    cookieName: secure ? '__Host-desk' : 'desk',
    secure,
  }
}
