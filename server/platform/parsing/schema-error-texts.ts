import type { z } from 'zod'

import type { PathInFile } from './file-errors.ts'

type Problem = { path: PathInFile; message: string }

/** A validation error as text for the editor of the file. */
export function issueProblems(issue: z.core.$ZodIssue, content: unknown): Problem[] {
  const { path } = issue
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: `'${key}' is not a known key`,
    }))
  if (issue.code === 'invalid_key')
    return [{ path, message: `'${String(path.at(-1))}' ${issue.issues[0]?.message ?? 'is wrong'}` }]
  const value = valueAt(content, path)
  if (value === undefined && issue.code !== 'custom')
    return [{ path, message: `'${String(path.at(-1) ?? 'everything')}' is missing` }]
  // The first alternative is the usual one.
  if (issue.code === 'invalid_union')
    return (issue.errors[0] ?? []).flatMap((inner) =>
      issueProblems({ ...inner, path: [...path, ...inner.path] }, content),
    )
  if (issue.code === 'invalid_value')
    return [{ path, message: `${quoteValue(value)} is not one of ${issue.values.join(', ')}` }]
  if (issue.code === 'invalid_type')
    return [{ path, message: `${quoteValue(value)} is not ${describeType(issue.expected)}` }]
  if (issue.code === 'custom') return [{ path, message: issue.message }]
  return [{ path, message: `${quoteValue(value)} ${issue.message}` }]
}

function describeType(expected: string) {
  if (expected === 'string') return 'a text'
  if (expected === 'array' || expected === 'tuple') return 'a list'
  return 'a group of keys with values'
}

function quoteValue(value: unknown) {
  if (Array.isArray(value)) return 'this list'
  if (typeof value === 'object' && value !== null) return 'this group of keys'
  const text = String(value)
  return `'${text.length > 60 ? `${text.slice(0, 60)}…` : text}'`
}

function valueAt(content: unknown, path: PathInFile): unknown {
  let value = content
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Object.entries(value).find(([key]) => key === String(part))?.[1]
  }
  return value
}
