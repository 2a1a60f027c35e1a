import type { Role } from '#domain/desk-rights.ts'
import { companyProvesFactor } from '#server/desk/openid.ts'
import type { Config } from '#server/ground/config.ts'
import { twoFactorRoles } from '#server/ground/two-factor-roles.ts'

/** Who needs a second factor, and what counts as one beside an app and a passkey. */
export type TwoFactorRule = {
  requires: (role: Role) => boolean
  /** Whether a company sign-in is one: only where the shop demands a strength or a method of it. */
  byCompany: boolean
}

export function twoFactorRule(config: Config): TwoFactorRule {
  return {
    requires: (role) => twoFactorRoles(config).includes(role),
    byCompany: companyProvesFactor(config),
  }
}
