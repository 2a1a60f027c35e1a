import type { BackofficeFiles } from '#server/http/backoffice-files.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import {
  employerSessionsIn,
  type EmployerSessions,
} from '#server/modules/employers/portal/employer-sessions.ts'
import { sealedSecrets, type SealedSecrets } from '#server/platform/crypto/sealed-secrets.ts'

/** The shop and the further dependencies of the employer portal's handlers. */
export type EmployerPortalServer = {
  shop: Shop
  sessions: EmployerSessions
  secrets: SealedSecrets
  /** The built pages; null if only the API is served. */
  files: BackofficeFiles | null
  cookieName: string
  secure: boolean
}

export function createEmployerPortal(
  shop: Shop,
  files: BackofficeFiles | null,
): EmployerPortalServer {
  const { config, sql, ports } = shop
  const secure = config.PUBLIC_URL?.startsWith('https://') ?? false
  return {
    shop,
    sessions: employerSessionsIn(sql, ports.clock),
    files,
    secrets: sealedSecrets(config.GIFTPOINT_PEPPER),
    // As in the back office: browsers refuse `__Host-` cookies without https.
    cookieName: secure ? '__Host-employer' : 'employer',
    secure,
  }
}

export const cookieOf = ({ cookieName, secure }: EmployerPortalServer, token: string): string =>
  `${cookieName}=${token}; Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
