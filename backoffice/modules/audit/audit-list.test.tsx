import { expect, it } from 'vitest'

import { asAsked } from '#backoffice/modules/audit/audit-list.tsx'

it('leaves out what was only viewed, unless views or one action are asked for (PRODUCT-13)', () => {
  expect(asAsked({ sort: '-at' })).toEqual({ sort: '-at', changes: 'yes' })
  expect(asAsked({ views: 'yes' })).toEqual({})
  expect(asAsked({ action: 'session.opened' })).toEqual({ action: 'session.opened' })
})
