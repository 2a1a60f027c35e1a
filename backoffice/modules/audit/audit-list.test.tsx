import { expect, it } from 'vitest'

import { toAuditQuery } from '#backoffice/modules/audit/audit-list.tsx'

it('hides views, unless the user filters by views or by one action (PRODUCT-13)', () => {
  expect(toAuditQuery({ sort: '-at' })).toEqual({ sort: '-at', changes: 'yes' })
  expect(toAuditQuery({ views: 'yes' })).toEqual({})
  expect(toAuditQuery({ action: 'session.opened' })).toEqual({ action: 'session.opened' })
})
