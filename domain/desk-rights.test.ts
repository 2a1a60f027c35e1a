import { expect, it } from 'vitest'

import {
  isPermission,
  may,
  mayIn,
  PERMISSIONS,
  permissionsOf,
  ROLES,
  type Permission,
} from '#domain/desk-rights.ts'

/** The table of roles of the desk's design, in its own words. */
it.each<[Permission, string]>([
  ['content.write', 'owner editor'],
  ['content.read', 'owner editor merchandiser service reader'],
  ['media.add', 'owner editor merchandiser'],
  ['release.publish', 'owner editor'],
  ['preview.compose', 'owner editor merchandiser'],
  ['catalogue.write', 'owner merchandiser'],
  ['stock.correct', 'owner merchandiser fulfilment'],
  ['batch.make', 'owner'],
  ['voucher.change', 'owner service'],
  ['order.read', 'owner merchandiser fulfilment service reader'],
  ['order.write', 'owner fulfilment service'],
  ['person.show', 'owner fulfilment service'],
  ['credit.book', 'owner service'],
  ['parcel.write', 'owner fulfilment'],
  ['inbox.answer', 'owner service'],
  ['money.write', 'owner'],
  ['theme.write', 'owner editor'],
  ['launch.override', 'owner'],
  ['staff.manage', 'owner'],
  ['audit.own', 'owner editor merchandiser fulfilment service'],
])('lets nobody %s but: %s (DESK-3)', (permission, roles) => {
  expect(ROLES.filter((role) => may(role, permission)).join(' ')).toBe(roles)
})

it('has a letter or a dash for each role, and lets the owner do everything (DESK-3)', () => {
  for (const permission of PERMISSIONS) expect(may('owner', permission)).toBe(true)
  expect(permissionsOf('owner')).toEqual(PERMISSIONS)
  expect(permissionsOf('reader')).toEqual([
    'content.read',
    'preview.see',
    'catalogue.read',
    'order.read',
    'person.ask',
    'parcel.read',
    'attention.read',
    'figures.read',
    'employer.read',
    'money.read',
    'channel.read',
  ])
})

it('knows its own words only', () => {
  expect(isPermission('content.read')).toBe(true)
  expect(isPermission('content.delete')).toBe(false)
  expect(isPermission('toString')).toBe(false)
})

it('keeps everybody but the owner to channels of their own (DESK-3)', () => {
  expect(mayIn({ role: 'owner', channels: [] }, '2001')).toBe(true)
  expect(mayIn({ role: 'editor', channels: ['1014'] }, '1014')).toBe(true)
  expect(mayIn({ role: 'editor', channels: ['1014'] }, '2001')).toBe(false)
})
