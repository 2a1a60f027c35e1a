import { describe, expect, it } from 'vitest'

import {
  countRegExpCalls,
  findExpressions,
  isLinear,
  readVerdicts,
} from './scripts/regular-expressions.mjs'

const found = findExpressions()
const { linear, exceptions } = readVerdicts()

/** All expressions need minutes: the first of each stretch of the sorted list is checked again. */
const SAMPLE_EVERY = 40

const DATE = String.raw`[12]\d{3}-\d{2}-\d{2}`
const TIME = String.raw`T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?`
const ZONE = String.raw`(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)`
const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
/** Expressions that are made from text, with examples in place of their parts. */
const BUILT_EXPRESSIONS: Record<string, string[]> = {
  'domain/mail/delivery-report.ts': [String.raw`/;\s*name=(?:"([^"]*)"|([^;\s]+))/i`],
  'domain/channels/host-name.ts': [String.raw`/^${LABEL}(\.${LABEL})*$/`],
  'domain/content/text-template.ts': [
    `/^${DATE}(?:${TIME}(${ZONE})?)?$/`,
    String.raw`/(^|[^\w/.=-])(${DATE}(?:${TIME}${ZONE}?)?)(?![\w/-]|\.\w)/g`,
  ],
  'server/modules/media/library/replace-image.ts': [String.raw`/0a1b2c\.[a-z0-9]{2,4}/g`],
  'server/modules/content/validation/check-placeholders.ts': [
    String.raw`/(?<!\{)\{+\s*(name|a\.b)\b(\s*\}+)?|\b(name|a\.b)\s*\}+/gi`,
  ],
  'server/modules/mail/layout/plain-text.ts': [String.raw`/\shref="([^"]*)"/`],
}

describe('each regular expression', () => {
  it('has a verdict: `npm run expressions` checks new ones (SAFE-3)', () => {
    expect(found.size).toBeGreaterThan(400)
    const known = new Set([...linear, ...Object.keys(exceptions)])
    expect([...found.keys()].filter((literal) => !known.has(literal))).toEqual([])
  })

  it('still exists in the code: `npm run expressions` removes old verdicts (SAFE-3)', () => {
    const known = [...linear, ...Object.keys(exceptions)]
    expect(known.filter((literal) => !found.has(literal))).toEqual([])
    expect(linear.filter((literal) => literal in exceptions)).toEqual([])
  })

  it.each(Object.entries(exceptions))(
    '%s is not linear, but has a bound, a reason and a list of files (SAFE-3)',
    (literal, { files, bound, reason }) => {
      expect(bound.length).toBeGreaterThan(5)
      expect(reason.length).toBeGreaterThan(5)
      expect(files).toEqual([...(found.get(literal) ?? [])].sort())
    },
  )

  it('that is built from text is listed with an example, which is linear (SAFE-3)', async () => {
    const listed = Object.entries(BUILT_EXPRESSIONS).map(([file, examples]) => [
      file,
      examples.length,
    ])
    expect(countRegExpCalls()).toEqual(Object.fromEntries(listed))
    const notLinear: string[] = []
    for (const example of Object.values(BUILT_EXPRESSIONS).flat())
      if (!(await isLinear(example))) notLinear.push(example)
    expect(notLinear).toEqual([])
  })

  it('is linear if its verdict says so, in a sample (SAFE-3)', async () => {
    const sample = linear.filter((_, index) => index % SAMPLE_EVERY === 0)
    const notLinear: string[] = []
    for (const literal of sample) if (!(await isLinear(literal))) notLinear.push(literal)
    expect(notLinear).toEqual([])
  })

  it.each([
    String.raw`/^[^\s@]+@[^\s@]+\.[^\s@]+$/`,
    String.raw`/[ \t]*=\n/g`,
    String.raw`/^op\b.{5,300}\bschreef\b.{0,200}:$/i`,
    '/^(a|a)*$/',
  ])('%s is recognized as not linear (SAFE-3)', async (literal) => {
    expect(await isLinear(literal)).toBe(false)
  })
})
