import { describe, expect, it } from 'vitest'

import { findExpressions, isLinear, readVerdicts } from './scripts/regular-expressions.mjs'

const found = findExpressions()
const { linear, exceptions } = readVerdicts()

/** All expressions need minutes: the first of each stretch of the sorted list is checked again. */
const SAMPLE_EVERY = 40

describe('each regular expression of the shop', () => {
  it('has a verdict: `npm run expressions` checks new ones (SAFE-3)', () => {
    expect(found.size).toBeGreaterThan(400)
    const known = new Set([...linear, ...Object.keys(exceptions)])
    expect([...found.keys()].filter((literal) => !known.has(literal))).toEqual([])
  })

  it('is still in the code: `npm run expressions` removes old verdicts (SAFE-3)', () => {
    const known = [...linear, ...Object.keys(exceptions)]
    expect(known.filter((literal) => !found.has(literal))).toEqual([])
    expect(linear.filter((literal) => literal in exceptions)).toEqual([])
  })

  it.each(Object.entries(exceptions))(
    '%s is not linear, and has a bound, a reason and its files (SAFE-3)',
    (literal, { files, bound, reason }) => {
      expect(bound.length).toBeGreaterThan(5)
      expect(reason.length).toBeGreaterThan(5)
      expect(files).toEqual([...(found.get(literal) ?? [])].sort())
    },
  )

  it('is linear where its verdict says so, in a sample (SAFE-3)', async () => {
    const sample = linear.filter((_, at) => at % SAMPLE_EVERY === 0)
    const wrong: string[] = []
    for (const literal of sample) if (!(await isLinear(literal))) wrong.push(literal)
    expect(wrong).toEqual([])
  })

  it.each([
    String.raw`/^[^\s@]+@[^\s@]+\.[^\s@]+$/`,
    String.raw`/[ \t]*=\n/g`,
    String.raw`/^op\b.{5,300}\bschreef\b.{0,200}:$/i`,
    '/^(a|a)*$/',
  ])('%s is not linear: the check sees it (SAFE-3)', async (literal) => {
    expect(await isLinear(literal)).toBe(false)
  })
})
