import type { z } from 'zod'

import type { Entries, NameKind } from '#server/modules/channels/bundle/channel-bundle.ts'
import { type Directory, inside, readText } from './bundle-files.ts'
import {
  type FolderProblem,
  partOf,
  type Placed,
  problemAt,
} from '#server/platform/parsing/file-errors.ts'
import { Code } from '#server/platform/parsing/schema-fields.ts'
import {
  BrandShape,
  DimensionShape,
  TagGroupShape,
} from '#server/modules/channels/bundle/schemas/attributes-schema.ts'
import { readYaml, validate } from '#server/platform/parsing/read-yaml.ts'

type Findings = { problems: FolderProblem[]; broken: Set<string> }

export async function readAttributes(directory: Directory, findings: Findings) {
  return {
    brands: await readEntries(directory, 'brands.yaml', 'brand', BrandShape, findings, () => []),
    tagGroups: await readEntries(directory, 'tags.yaml', 'tag', TagGroupShape, findings, tagNames),
    dimensions: await readEntries(
      directory,
      'dimensions.yaml',
      'dimension',
      DimensionShape,
      findings,
      dimensionNames,
    ),
  }
}

/** The tags of an invalid group. If they cannot be read, it may contain any tag. */
function tagNames(group: unknown) {
  const tags = keysOf(group, 'tags').map((tag) => `tag:${tag}`)
  return tags.length > 0 ? tags : ['tag:*']
}

function dimensionNames(raw: unknown, code: string) {
  return [...keysOf(raw, 'values').map((value) => `value:${code}/${value}`), `value:${code}/*`]
}

/** Reads the entries of a file one by one, so that an invalid entry does not affect the others. */
async function readEntries<T>(
  directory: Directory,
  file: string,
  kind: NameKind,
  schema: z.ZodType<T>,
  { problems, broken }: Findings,
  namesIn: (raw: unknown, code: string) => string[],
): Promise<Entries<T> | undefined> {
  const source = await readText(inside(directory, file), problems)
  if (source === undefined) {
    if (problems.some((problem) => problem.file === inside(directory, file).below))
      broken.add(`${kind}:*`)
    return undefined
  }
  const read = readYaml(inside(directory, file).below, source)
  problems.push(...read.problems)
  const content = read.value
  if (read.problems.length > 0 || !content) {
    const wildcards = kind === 'dimension' ? ['dimension:*', 'value:*'] : [`${kind}:*`]
    for (const wildcard of wildcards) broken.add(wildcard)
    return undefined
  }
  const entries: Entries<T> = new Map()
  if (content.value === null) return entries
  if (typeof content.value !== 'object' || Array.isArray(content.value)) {
    problems.push(problemAt(content.place(), 'this file is not a group of codes'))
    broken.add(`${kind}:*`)
    return undefined
  }
  for (const [code, raw] of Object.entries(content.value)) {
    const entry = readEntry(content, code, raw, schema, problems)
    if (entry) entries.set(code, entry)
    else for (const name of [`${kind}:${code}`, ...namesIn(raw, code)]) broken.add(name)
  }
  return entries
}

function readEntry<T>(
  placed: Placed<unknown>,
  code: string,
  raw: unknown,
  schema: z.ZodType<T>,
  problems: FolderProblem[],
) {
  const parsedCode = Code.safeParse(code)
  if (!parsedCode.success)
    problems.push(
      problemAt(placed.place([code]), `'${code}' ${parsedCode.error.issues[0]?.message ?? ''}`),
    )
  const read = validate(partOf(placed, raw, [code]), schema)
  problems.push(...read.problems)
  return parsedCode.success ? read.value : undefined
}

/** The keys of a group in an unchecked value, as far as they can be read. */
export function keysOf(raw: unknown, key: string): string[] {
  if (typeof raw !== 'object' || raw === null) return []
  const value = Object.entries(raw).find(([name]) => name === key)?.[1] as unknown
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.keys(value)
    : []
}
