import type { Role } from '#domain/staff/permissions.ts'
import { companyRequiresFactor } from '#server/modules/staff/sessions/openid-client.ts'
import type { Config } from '#server/platform/config/config.ts'
import { twoFactorRoles } from '#server/platform/config/two-factor-roles.ts'

/** Which roles need a second factor, and whether a company sign-in counts as one. */
export type TwoFactorRule = {
  requires: (role: Role) => boolean
  /** Whether a company sign-in counts as two-factor: only if the shop requires an `acr` or `amr`. */
  byCompany: boolean
}

export function twoFactorRule(config: Config): TwoFactorRule {
  return {
    requires: (role) => twoFactorRoles(config).includes(role),
    byCompany: companyRequiresFactor(config),
  }
}
