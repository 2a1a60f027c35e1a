import { isMap, isScalar, LineCounter, type Document, parseDocument, visit } from 'yaml'
import type { z } from 'zod'

import { type PathInFile, type Place, type Placed, problemAt, type Reading } from './file-errors.ts'
import { issueProblems } from './schema-error-texts.ts'

const MAX_ALIASES = 100

/** An empty value is null. Every other value is its text. */
const emptyAsNull = {
  identify: (value: unknown) => value === null,
  default: true,
  tag: 'tag:yaml.org,2002:null',
  test: /^$/,
  resolve: () => null,
} as const

/**
 * Reads YAML without converting values: 'no', '012' and '2001' stay text, and the schema of the file decides which
 * are flags or numbers.
 */
export function readYaml(file: string, source: string): Reading<Placed<unknown>> {
  const lines = new LineCounter()
  const document = parseDocument(source.replace(/^\uFEFF/, ''), {
    lineCounter: lines,
    schema: 'failsafe',
    customTags: (tags) => [...tags, emptyAsNull],
    prettyErrors: false,
  })
  const placeOf = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { file, row: line, column: col }
  }
  const place = (path: PathInFile = []) => placeOf(offsetOf(document, path))
  const problems = [...document.errors, ...document.warnings].map((error) =>
    problemAt(placeOf(error.pos[0]), `this is not valid YAML: ${error.message.split('\n')[0]}`),
  )
  visit(document, {
    Alias(_key, alias) {
      if (alias.resolve(document)) return
      const message = `this is not valid YAML: nothing above is called '&${alias.source}'`
      problems.push(problemAt(placeOf(startOf(alias)), message))
    },
  })
  try {
    const value = withoutNulls(document.toJS({ maxAliasCount: MAX_ALIASES }))
    return { value: { value, place }, problems }
  } catch {
    const message = 'this is not valid YAML: it refers to itself too often'
    return { problems: problems.length > 0 ? problems : [problemAt({ file, row: 1 }, message)] }
  }
}

/** Validates a value against a schema. Every problem has the line it is about. */
export function validate<T>(input: Placed<unknown>, schema: z.ZodType<T>): Reading<Placed<T>> {
  const result = schema.safeParse(input.value)
  if (result.success) return { value: { value: result.data, place: input.place }, problems: [] }
  const problems = result.error.issues.flatMap((issue) =>
    issueProblems(issue, input.value).map(({ path, message }) =>
      problemAt(input.place(path), message),
    ),
  )
  return { problems }
}

/** The position of the key or list item at the end of the path. For a missing part, the position where it belongs. */
function offsetOf(document: Document, path: PathInFile): number {
  if (path.length === 0) return startOf(document.contents)
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)
  const last = path.at(-1)
  if (isMap(parent)) {
    const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(last))
    if (pair && isScalar(pair.key)) return startOf(pair.key)
  }
  const node = document.getIn(path, true)
  if (node !== undefined && hasRange(node)) return startOf(node)
  return offsetOf(document, path.slice(0, -1))
}

function hasRange(node: unknown): node is { range: [number, number, number] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
}

const startOf = (node: unknown) => (hasRange(node) ? node.range[0] : 0)

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, inner]) => inner !== null)
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutNulls(inner)]))
}
