import { expect, it } from 'vitest'

import { decodeWindows1252, WINDOWS_1252 } from '#domain/text/windows-1252.ts'

it('decodes the euro sign, quotation marks and dashes of a Windows-1252 file (SAFE-16, A-1)', () => {
  const bytes = Uint8Array.from([
    0x80, 0x31, 0x20, 0x93, 0x62, 0x94, 0x91, 0x92, 0x96, 0x97, 0x8a, 0x8c, 0x8e, 0x9a, 0x9c, 0x9e,
    0x9f, 0x85, 0x95, 0x99, 0xe9, 0x7e, 0xff,
  ])
  expect(decodeWindows1252(bytes)).toBe('€1 “b”‘’–—ŠŒŽšœžŸ…•™é~ÿ')
})

it('decodes each of the 32 bytes to one character, undefined ones to control characters (SAFE-16, A-1)', () => {
  expect(WINDOWS_1252).toHaveLength(32)
  const control = WINDOWS_1252.split('').flatMap((letter, at) =>
    /\p{Cc}/u.test(letter) ? [at] : [],
  )
  expect(control).toEqual([0x01, 0x0d, 0x0f, 0x10, 0x1d])
  expect(new Set(WINDOWS_1252).size).toBe(32)
})
