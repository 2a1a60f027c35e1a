import { type Role, ROLES } from '#domain/staff/permissions.ts'

const NONE = 'none'
const LIVE_DEFAULT: readonly Role[] = ['owner', 'service']

const isRole = (name: string): name is Role => ROLES.some((role) => role === name)

const splitNames = (list: string) => list.split(',').map((name) => name.trim())

/** What is wrong with the setting, as the end of a sentence that starts with its name; undefined if it is valid. */
export function rolesProblem(list: string): string | undefined {
  const names = splitNames(list)
  if (names.length === 1 && names[0] === NONE) return undefined
  const unknown = names.find((name) => !isRole(name))
  return unknown === undefined
    ? undefined
    : `names '${unknown}', which is not a role: name some of ${ROLES.join(', ')}, or only ${NONE}`
}

/** Roles that sign in with a second factor: in live mode owner and service, unless the setting names others. */
export function twoFactorRoles({
  STAFF_TWO_FACTOR_ROLES: list,
  GIFTPOINT_LIVE,
}: {
  STAFF_TWO_FACTOR_ROLES?: string | undefined
  GIFTPOINT_LIVE: boolean
}): readonly Role[] {
  if (list === undefined) return GIFTPOINT_LIVE ? LIVE_DEFAULT : []
  return splitNames(list).filter(isRole)
}
