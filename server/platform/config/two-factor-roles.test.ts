import { expect, it } from 'vitest'

import { readConfig } from '#server/platform/config/config.ts'
import { twoFactorRoles } from '#server/platform/config/two-factor-roles.ts'

const rolesOf = (environment: Record<string, string>) => twoFactorRoles(readConfig(environment))

it('requires two-factor authentication of owners and service in live mode only (SAFE-7, S6)', () => {
  expect(rolesOf({ GIFTPOINT_LIVE: 'true' })).toEqual(['owner', 'service'])
  expect(rolesOf({})).toEqual([])
})

it.each<[string, string[]]>([
  ['owner, editor ,service', ['owner', 'editor', 'service']],
  ['none', []],
])('uses the roles of the setting: %s (SAFE-7, S6)', (list, roles) => {
  for (const GIFTPOINT_LIVE of ['true', 'false']) {
    expect(rolesOf({ STAFF_TWO_FACTOR_ROLES: list, GIFTPOINT_LIVE })).toEqual(roles)
  }
})

it.each([
  ['owner,boss', 'boss'],
  ['owner,none', 'none'],
  ['Owner', 'Owner'],
  ['owner,', ''],
])('refuses %s and lists the roles (SAFE-7, S6)', (list, unknown) => {
  expect(() => rolesOf({ STAFF_TWO_FACTOR_ROLES: list })).toThrow(
    `STAFF_TWO_FACTOR_ROLES cannot be used: it names '${unknown}', which is not a role: name some of owner, editor, merchandiser, fulfilment, service, reader, or only none.`,
  )
})
