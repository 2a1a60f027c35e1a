import { Document, Scalar, visit } from 'yaml'

import { byName } from './name-order.ts'

const LINE_WIDTH = 100

/** Readable YAML: long texts as blocks, and the same output every time. */
export function writeYaml(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false })
  visit(document, {
    Scalar(key, node) {
      if (key === 'key' || typeof node.value !== 'string') return
      if (node.value.includes('\n')) node.type = Scalar.BLOCK_LITERAL
      else if (node.value.length > LINE_WIDTH - 20) node.type = Scalar.BLOCK_FOLDED
    },
  })
  return document.toString({ lineWidth: LINE_WIDTH, singleQuote: true })
}

/** Without empty values. */
export function filled<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(value).filter(([, inner]) => {
      if (inner === undefined || inner === null || inner === '') return false
      if (Array.isArray(inner)) return inner.length > 0
      return typeof inner !== 'object' || Object.keys(inner as object).length > 0
    }),
  ) as Partial<T>
}

export const sortedBy = <Row>(rows: Row[], name: (row: Row) => string) =>
  [...rows].sort((first, second) => byName(name(first), name(second)))

export function grouped<Row>(rows: Row[], name: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(name(row), [...(groups.get(name(row)) ?? []), row])
  return groups
}

/** In the order of the positions; equal positions by name, so that two exports never differ. */
export const inOrder = <Row extends { position: number }>(
  rows: Row[],
  name: (row: Row) => string,
) =>
  [...rows].sort(
    (first, second) => first.position - second.position || byName(name(first), name(second)),
  )
