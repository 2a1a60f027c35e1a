import { expect, it } from 'vitest'

import { startOf, type Typed } from '#backoffice/modules/content/editor/text-changes.ts'

const typed: Typed = {
  kind: 'content',
  key: { channel: '1014' },
  before: null,
  base_version: 0,
  after: { value: 'Dag allemaal' },
  seen: null,
}

it('compares with the text that the user saw when typing began, also where it was a shared one (DESK-14)', () => {
  expect(startOf({ ...typed, inherited: 'Dag' })).toEqual({ value: 'Dag' })
  expect(startOf({ ...typed, before: { value: 'Hoi' }, inherited: 'Dag' })).toEqual({
    value: 'Hoi',
  })
  expect(startOf({ ...typed, inherited: '' })).toBeNull()
})
