import { expect, it } from 'vitest'

import { plainCode, readGiftCodes } from './gift-codes.ts'

it('reads a code a line, with or without a PIN, quoted or not, under any sign between them', () => {
  const text = '\uFEFFCode;PIN\r\nAB-12 34;99\r\n"CD5678"\t7\r\nEF9012\r\n\r\n'
  expect(readGiftCodes(text)).toEqual({
    codes: [
      { code: 'AB-12 34', pin: '99' },
      { code: 'CD5678', pin: '7' },
      { code: 'EF9012', pin: '' },
    ],
    twice: 0,
    wrong: [],
  })
})

it('counts a code that stands there twice, however it is written, and names lines that are none', () => {
  expect(readGiftCodes('ABCD1234\nabcd-1234\nab\nA B C D 1 2 3 4\nx1,y2,z3\nnaïef1')).toEqual({
    codes: [{ code: 'ABCD1234', pin: '' }],
    twice: 2,
    wrong: [3, 5, 6],
  })
  expect(readGiftCodes('codeword1').codes).toEqual([{ code: 'codeword1', pin: '' }])
  expect(readGiftCodes(`${'A'.repeat(121)}\n----`)).toMatchObject({ codes: [], wrong: [1, 2] })
  expect(plainCode('ab-12 cd')).toBe('AB12CD')
})
