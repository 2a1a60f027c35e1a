import { describe, expect, it } from 'vitest'
import { z } from 'zod'

import {
  boundOf,
  boundTexts,
  expressionsOf,
  schemasOf,
  TEXT_LENGTH,
} from '#contract/shared/bounded-texts.ts'
import { staffEndpoints } from '#contract/endpoints.staff.ts'
import { employerEndpoints } from '#contract/endpoints.employer.ts'
import { endpoints } from '#contract/endpoints.shop.ts'
import { supplierEndpoints } from '#contract/endpoints.supplier.ts'

/** Parses a text, and returns whether an expression was matched against it. */
function isMatched(schema: z.core.$ZodType, text: string): boolean {
  let ran = false
  const expressions = expressionsOf(schema)
  for (const expression of expressions) {
    expression.test = (value) => {
      ran = true
      return RegExp.prototype.test.call(expression, value)
    }
  }
  z.safeParse(schema, text)
  // @ts-expect-error the method of the prototype is used again
  for (const expression of expressions) delete expression.test
  return ran
}

const calls = [endpoints, staffEndpoints, employerEndpoints, supplierEndpoints].flatMap((all) =>
  Object.values<{ name: string; input: z.ZodType }>(all),
)

describe('an expression of the contract', () => {
  it('is matched against no text beyond its bound, in any call (SAFE-3, S11)', () => {
    const seen = new Set<z.core.$ZodType>()
    for (const { name, input } of calls) {
      for (const schema of schemasOf(input)) {
        if (seen.has(schema) || schema._zod.def.type !== 'string') continue
        seen.add(schema)
        if (expressionsOf(schema).length === 0) continue
        const bound = boundOf(schema)
        expect(isMatched(schema, 'a'.repeat(bound)), `${name}: ${bound} characters`).toBe(true)
        expect(isMatched(schema, 'a'.repeat(bound + 1)), `${name}: one more`).toBe(false)
      }
    }
    expect(seen.size).toBeGreaterThan(100)
  })

  it.each([
    ['before .max()', () => z.string().regex(/^a+$/).max(10), 10],
    ['after .max()', () => z.string().max(10).regex(/^a+$/), 10],
    ['after .trim() and .max()', () => z.string().trim().max(10).regex(/^a+$/), 10],
    ['of a format', () => z.email().max(10), 10],
    ['without .max()', () => z.uuid(), TEXT_LENGTH],
  ])('%s needs the bound (SAFE-3, S11)', (_, make, bound) => {
    expect(isMatched(make(), 'a'.repeat(bound + 1))).toBe(true)
    expect(isMatched(boundTexts(make()), 'a'.repeat(bound + 1))).toBe(false)
    const nested = z.object({ rows: z.array(z.union([make(), z.null()])).optional() })
    const text = boundTexts(nested).safeParse({ rows: ['a'.repeat(bound + 1)] })
    expect(text.success).toBe(false)
  })

  it('still sees a text that is short once it is trimmed (SAFE-3)', () => {
    const schema = boundTexts(z.string().trim().max(3).regex(/^a+$/))
    expect(schema.safeParse(`${' '.repeat(50)}aaa`)).toEqual({ success: true, data: 'aaa' })
    expect(schema.safeParse('aaaa').error?.issues).toMatchObject([{ code: 'too_big' }])
  })

  it('reports a text that is too long with the message of its .max() (SAFE-3)', () => {
    const schema = boundTexts(z.email().max(5, 'is too long'))
    expect(schema.safeParse('anna@example.com').error?.issues).toMatchObject([
      { code: 'too_big', maximum: 5, message: 'is too long' },
    ])
  })
})
