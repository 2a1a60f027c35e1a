import { expect, it } from 'vitest'

import { initialValue, type Typed } from '#backoffice/modules/content/editor/text-changes.ts'

const typed: Typed = {
  kind: 'content',
  key: { channel: '1014' },
  before: null,
  base_version: 0,
  after: { value: 'Dag allemaal' },
  seen: null,
}

it('compares with the text that was shown when typing began, also if it was a shared one (DESK-14)', () => {
  expect(initialValue({ ...typed, inherited: 'Dag' })).toEqual({ value: 'Dag' })
  expect(initialValue({ ...typed, before: { value: 'Hoi' }, inherited: 'Dag' })).toEqual({
    value: 'Hoi',
  })
  expect(initialValue({ ...typed, inherited: '' })).toBeNull()
})
