import { expect, it } from 'vitest'

import { isPermission, mayIn, PERMISSIONS, permissionsOf } from '#domain/staff/permissions.ts'

it('grants the owner everything, and other roles their column of the table (DESK-3)', () => {
  expect(permissionsOf('owner')).toEqual(PERMISSIONS)
  expect(permissionsOf('editor')).toEqual([
    'content.read',
    'content.write',
    'media.add',
    'release.publish',
    'preview.view',
    'preview.compose',
    'catalogue.read',
    'task.read',
    'task.resolve',
    'reports.read',
    'channel.read',
    'theme.write',
    'channel.simulate',
    'audit.own',
  ])
  expect(permissionsOf('reader')).toEqual([
    'content.read',
    'preview.view',
    'catalogue.read',
    'order.read',
    'personal-data.request',
    'parcel.read',
    'task.read',
    'reports.read',
    'employer.read',
    'finance.read',
    'channel.read',
  ])
})

it('accepts only the names of known permissions', () => {
  expect(isPermission('content.read')).toBe(true)
  expect(isPermission('content.delete')).toBe(false)
  expect(isPermission('toString')).toBe(false)
})

it('limits all roles except owner to their own channels (DESK-3)', () => {
  expect(mayIn({ role: 'owner', channels: [] }, '2001')).toBe(true)
  expect(mayIn({ role: 'editor', channels: ['1014'] }, '1014')).toBe(true)
  expect(mayIn({ role: 'editor', channels: ['1014'] }, '2001')).toBe(false)
})
