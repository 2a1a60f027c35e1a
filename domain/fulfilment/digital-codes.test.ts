import { expect, it } from 'vitest'

import { maskedCode, plainCode, readGiftCodes } from './digital-codes.ts'

it('reads one code per line, with or without a PIN, quoted or not, with any separator', () => {
  const text = '\uFEFFCode;PIN\r\nAB-12 34;99\r\n"CD5678"\t7\r\nEF9012\r\n\r\n'
  expect(readGiftCodes(text)).toEqual({
    codes: [
      { code: 'AB-12 34', pin: '99', line: 2 },
      { code: 'CD5678', pin: '7', line: 3 },
      { code: 'EF9012', pin: '', line: 4 },
    ],
    twice: [],
    unclear: [],
    wrong: [],
  })
})

it('reports lines whose second part may be a PIN, unless a header or the user decides', () => {
  const text = 'ABCD1234 56\nEFGH 5678  7\nIJKL9012\n"MNOP 3456"\nABCD1234 99'
  expect(readGiftCodes(text)).toEqual({
    codes: [
      { code: 'IJKL9012', pin: '', line: 3 },
      { code: 'MNOP 3456', pin: '', line: 4 },
    ],
    twice: [],
    unclear: [
      { code: 'ABCD1234', pin: '56', line: 1 },
      { code: 'EFGH 5678', pin: '7', line: 2 },
      { code: 'ABCD1234', pin: '99', line: 5 },
    ],
    wrong: [],
  })
  const withPins = readGiftCodes(text, 'pin')
  expect(withPins).toMatchObject({
    codes: [
      { code: 'ABCD1234', pin: '56' },
      { code: 'EFGH 5678', pin: '7' },
      { code: 'IJKL9012', pin: '' },
      { code: 'MNOP 3456', pin: '' },
    ],
    twice: [{ line: 5, otherPin: true }],
    unclear: [],
    wrong: [],
  })
  const whole = readGiftCodes(text, 'code')
  expect(whole.codes.map(({ code }) => code)).toEqual([
    'ABCD1234 56',
    'IJKL9012',
    'MNOP 3456',
    'ABCD1234 99',
  ])
  expect(whole.wrong).toEqual([{ line: 2, why: 'signs' }])
  // A header row is not a code, and it defines the columns.
  expect(readGiftCodes('Code PIN\nABCD1234 56')).toMatchObject({
    codes: [{ code: 'ABCD1234', pin: '56' }],
    unclear: [],
  })
  expect(readGiftCodes('ABCD1234 56;\nEFGH5678;').unclear).toHaveLength(1)
  expect(readGiftCodes('ABCD 1234\nEFGH5678;7').codes).toHaveLength(2)
})

it('reads quoted text unchanged: separators, quotes, leading zeros', () => {
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
    unclear: [],
    wrong: [{ line: 5, why: 'quote' }],
  })
})

it('compares codes by their exact characters, and reports duplicates and invalid lines', () => {
  expect(readGiftCodes('ABCD1234\nabcd-1234\nab\nABCD1234;9\nx1,y2,z3\nnaïef1')).toEqual({
    codes: [
      { code: 'ABCD1234', pin: '', line: 1 },
      { code: 'abcd-1234', pin: '', line: 2 },
    ],
    twice: [{ code: 'ABCD1234', pin: '9', line: 4, otherPin: true }],
    unclear: [],
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
