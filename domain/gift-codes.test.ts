import { expect, it } from 'vitest'

import { maskedCode, plainCode, readGiftCodes } from './gift-codes.ts'

it('reads a code a line, with or without a PIN, quoted or not, under any sign between them', () => {
  const text = '\uFEFFCode;PIN\r\nAB-12 34;99\r\n"CD5678"\t7\r\nEF9012\r\n\r\n'
  expect(readGiftCodes(text)).toEqual({
    codes: [
      { code: 'AB-12 34', pin: '99', line: 2 },
      { code: 'CD5678', pin: '7', line: 3 },
      { code: 'EF9012', pin: '', line: 4 },
    ],
    twice: [],
    wrong: [],
  })
})

it('reads what stands in quotes as it is: separators, quotes, zeros in front', () => {
  const text =
    '"AB,12;9";"00 7"\n="001234",="07"\n"a""b12","1"\n "CD5678" , 9 \n"never ends\nAB"CD12'
  expect(readGiftCodes(text)).toEqual({
    codes: [
      { code: 'AB,12;9', pin: '00 7', line: 1 },
      { code: '001234', pin: '07', line: 2 },
      { code: 'a"b12', pin: '1', line: 3 },
      { code: 'CD5678', pin: '9', line: 4 },
      { code: 'AB"CD12', pin: '', line: 6 },
    ],
    twice: [],
    wrong: [{ line: 5, why: 'quote' }],
  })
})

it('tells codes apart by their very letters, names one that stands there twice, and lines that are none', () => {
  expect(readGiftCodes('ABCD1234\nabcd-1234\nab\nABCD1234;9\nx1,y2,z3\nnaïef1')).toEqual({
    codes: [
      { code: 'ABCD1234', pin: '', line: 1 },
      { code: 'abcd-1234', pin: '', line: 2 },
    ],
    twice: [{ code: 'ABCD1234', pin: '9', line: 4, otherPin: true }],
    wrong: [
      { line: 3, why: 'short' },
      { line: 5, why: 'columns' },
      { line: 6, why: 'signs' },
    ],
  })
  expect(readGiftCodes('codeword1').codes).toEqual([{ code: 'codeword1', pin: '', line: 1 }])
  expect(['ABCD', 'ABCD1234', 'ABCD-1234-EFGH'].map(maskedCode)).toEqual(['…D', '…34', '…FGH'])
  expect(readGiftCodes(`${'A'.repeat(121)}\n----`)).toMatchObject({
    codes: [],
    wrong: [
      { line: 1, why: 'long' },
      { line: 2, why: 'short' },
    ],
  })
  expect(plainCode('ab-12 cd')).toBe('AB12CD')
})
