import { existsSync, readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

/** Requirements of levels 1 and 2 of OWASP ASVS 5.0.0: by section, the numbers that belong to them. */
const LEVEL_2: Record<string, string> = {
  '1.1': '1-2',
  '1.2': '1-9',
  '1.3': '1-11',
  '1.4': '1-3',
  '1.5': '1-2',
  '2.1': '1-3',
  '2.2': '1-3',
  '2.3': '1-4',
  '2.4': '1',
  '3.2': '1-2',
  '3.3': '1-4',
  '3.4': '1-6',
  '3.5': '1-5',
  '3.7': '1-2',
  '4.1': '1-3',
  '4.2': '1',
  '4.3': '1-2',
  '4.4': '1-4',
  '5.1': '1',
  '5.2': '1-3',
  '5.3': '1-2',
  '5.4': '1-3',
  '6.1': '1-3',
  '6.2': '1-12',
  '6.3': '1-4',
  '6.4': '1-4',
  '6.5': '1-5',
  '6.6': '1-3',
  '6.8': '1-4',
  '7.1': '1-3',
  '7.2': '1-4',
  '7.3': '1-2',
  '7.4': '1-5',
  '7.5': '1-2',
  '7.6': '1-2',
  '8.1': '1-2',
  '8.2': '1-3',
  '8.3': '1',
  '8.4': '1',
  '9.1': '1-3',
  '9.2': '1-4',
  '10.1': '1-2',
  '10.2': '1-2',
  '10.3': '1-4',
  '10.4': '1-11',
  '10.5': '1-5',
  '10.6': '1-2',
  '10.7': '1-3',
  '11.1': '1-2',
  '11.2': '1-3',
  '11.3': '1-3',
  '11.4': '1-4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '1-3',
  '12.2': '1-2',
  '12.3': '1-4',
  '13.1': '1',
  '13.2': '1-5',
  '13.3': '1-2',
  '13.4': '1-5',
  '14.1': '1-2',
  '14.2': '1-4',
  '14.3': '1-3',
  '15.1': '1-3',
  '15.2': '1-3',
  '15.3': '1-7',
  '16.1': '1',
  '16.2': '1-5',
  '16.3': '1-4',
  '16.4': '1-3',
  '16.5': '1-3',
  '17.1': '1',
  '17.2': '1-4',
  '17.3': '1-2',
}

const page = readFileSync('docs/security.md', 'utf8')
const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) +\| (.+?) +\| ([a-z/]+) +\| (.+?) +\|$/gm)].map(
  ([, number = '', , result = '', proof = '']) => ({ number, result, proof }),
)

it('answers every requirement of ASVS 5.0 level 2 once (SAFE-14)', () => {
  const expected = Object.entries(LEVEL_2).flatMap(([section, range]) => {
    const [first = 1, last = first] = range.split('-').map(Number)
    return Array.from(
      { length: last - first + 1 },
      (_, offset) => `${section}.${String(first + offset)}`,
    )
  })
  expect(rows.map(({ number }) => number)).toEqual(expected)
})

it('names an existing test or section for each passed requirement, and a reason for each other one (SAFE-14)', () => {
  const unproven = rows.filter(({ result, proof }) => {
    if (result !== 'pass') return !['n/a', 'operator', 'open'].includes(result) || proof.length < 10
    const [, file] = /^`([^`]+)`/.exec(proof) ?? []
    if (file) return !existsSync(file)
    const [, part = '-'] = /^This page, '([^']+)'/.exec(proof) ?? []
    return !page.includes(`## ${part}\n`) && !page.includes(`- **${part}.**`)
  })
  expect(unproven).toEqual([])
})
