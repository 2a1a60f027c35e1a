import { expect, it } from 'vitest'

import {
  isPermission,
  may,
  mayIn,
  PERMISSIONS,
  permissionsOf,
  ROLES,
  type Permission,
} from '#domain/staff/permissions.ts'

/** The table of roles of the back office's design, row by row in its own order. */
const EVERYBODY = 'owner editor merchandiser fulfilment service reader'
const DESIGN: Record<Permission, string> = {
  'content.read': 'owner editor merchandiser service reader',
  'content.write': 'owner editor',
  'media.add': 'owner editor merchandiser',
  'release.publish': 'owner editor',
  'preview.see': EVERYBODY,
  'preview.compose': 'owner editor merchandiser',
  'catalogue.read': EVERYBODY,
  'catalogue.write': 'owner merchandiser',
  'stock.correct': 'owner merchandiser fulfilment',
  'batch.make': 'owner',
  'voucher.change': 'owner service',
  'points.give': 'owner service',
  'points.approve': 'owner',
  'order.read': 'owner merchandiser fulfilment service reader',
  'order.write': 'owner fulfilment service',
  'person.show': 'owner fulfilment service',
  'person.ask': 'owner fulfilment service reader',
  'order.cancel': 'owner fulfilment service',
  'credit.book': 'owner service',
  'credit.approve': 'owner',
  'parcel.read': 'owner merchandiser fulfilment service reader',
  'parcel.write': 'owner fulfilment',
  'inbox.read': 'owner fulfilment service',
  'inbox.answer': 'owner service',
  'task.read': EVERYBODY,
  'task.resolve': 'owner editor merchandiser fulfilment service',
  'figures.read': EVERYBODY,
  'employer.read': 'owner service reader',
  'employer.write': 'owner',
  'money.read': 'owner service reader',
  'money.write': 'owner',
  'channel.read': EVERYBODY,
  'channel.write': 'owner',
  'theme.write': 'owner editor',
  'channel.simulate': 'owner editor merchandiser',
  'launch.override': 'owner',
  'staff.manage': 'owner',
  'webhook.manage': 'owner',
  'retention.run': 'owner',
  'person.erase': 'owner service',
  'audit.read': 'owner',
  'audit.own': 'owner editor merchandiser fulfilment service',
}

it.each(PERMISSIONS)(
  'lets do %s whom the table of roles names, and nobody else (DESK-3)',
  (name) => {
    expect(ROLES.filter((role) => may(role, name)).join(' ')).toBe(DESIGN[name])
  },
)

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
    'task.read',
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
