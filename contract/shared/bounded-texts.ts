import type { z } from 'zod'

type Schema = z.core.$ZodType
type Check = z.core.$ZodCheck

/** The maximum length of a text with a pattern and without a `.max()`. */
export const TEXT_LENGTH = 2000

const bounded = new WeakSet<Schema>()

/**
 * Rejects too long texts before any pattern is matched. zod runs all checks of a text even after `.max()` has failed,
 * and runs format checks such as `z.email()` before `.max()`.
 */
export function boundTexts<Input extends Schema>(input: Input): Input {
  for (const schema of schemasOf(input)) {
    if (bounded.has(schema)) continue
    bounded.add(schema)
    if (schema._zod.def.type === 'string' && expressionsOf(schema).length > 0) boundText(schema)
  }
  return input
}

function boundText(schema: Schema) {
  const { limit, check } = lengthOf(schema)
  // After a failed check with `abort`, zod runs no further checks.
  if (check) Object.assign(check._zod.def, { abort: true })
  // The text is changed first, for example trimmed, and only then counted by `.max()`.
  if (check && changesText(schema)) return
  const run = schema._zod.run.bind(schema._zod)
  schema._zod.run = (payload, context) => {
    if (typeof payload.value !== 'string' || payload.value.length <= limit)
      return run(payload, context)
    payload.issues.push({
      code: 'too_big',
      origin: 'string',
      maximum: limit,
      inclusive: true,
      input: payload.value,
      inst: check ?? schema,
      continue: false,
    })
    return payload
  }
}

const checksOf = (schema: Schema): Check[] => schema._zod.def.checks ?? []

function lengthOf(schema: Schema): { limit: number; check?: Check } {
  for (const check of checksOf(schema)) {
    const def = check._zod.def as { check: string; maximum?: number }
    if (def.check === 'max_length' && def.maximum !== undefined)
      return { limit: def.maximum, check }
  }
  return { limit: TEXT_LENGTH }
}

const changesText = (schema: Schema) =>
  checksOf(schema).some((check) => check._zod.def.check === 'overwrite')

/** The patterns that zod matches against a text: those of `.regex()` and of formats. */
export function expressionsOf(schema: Schema): RegExp[] {
  return [schema, ...checksOf(schema)].flatMap((part) => {
    const { pattern } = part._zod.def as { pattern?: unknown }
    return pattern instanceof RegExp ? [pattern] : []
  })
}

/** The maximum length of a text that a pattern is matched against. */
export const boundOf = (schema: Schema): number => lengthOf(schema).limit

/** A schema and all schemas that it contains, each once. */
export function schemasOf(root: Schema): Set<Schema> {
  const found = new Set<Schema>()
  const queue: unknown[] = [root]
  while (queue.length > 0) {
    const next = queue.pop()
    if (typeof next !== 'object' || next === null) continue
    if (!('_zod' in next)) {
      if (Array.isArray(next) || Object.getPrototypeOf(next) === Object.prototype)
        queue.push(...Object.values(next))
      continue
    }
    const schema = next as Schema
    if (found.has(schema)) continue
    found.add(schema)
    const { checks: _, ...parts } = schema._zod.def as unknown as Record<string, unknown>
    queue.push(...Object.values(parts))
    if (schema._zod.def.type === 'lazy')
      queue.push((schema._zod as { innerType?: unknown }).innerType)
  }
  return found
}
