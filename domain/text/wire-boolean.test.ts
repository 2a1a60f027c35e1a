import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isYes, yesNo } from './wire-boolean.ts'

describe('a boolean on the wire', () => {
  it('is written as true or false and read back (WIRE-6)', () => {
    expect(yesNo(true)).toBe('true')
    expect(yesNo(false)).toBe('false')
    expect(isYes(yesNo(true))).toBe(true)
    expect(isYes(yesNo(false))).toBe(false)
  })

  it('is true only for the string true (WIRE-6)', () => {
    for (const text of ['TRUE', 'True', ' true', '1', 'yes', '', null, undefined]) {
      expect(isYes(text)).toBe(false)
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(isYes(text)).toBe(text === 'true')
      }),
    )
  })
})
