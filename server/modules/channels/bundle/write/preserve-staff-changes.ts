import { sameText } from '#server/platform/parsing/name-order.ts'
import { type FolderProblem, problemAt } from '#server/platform/parsing/file-errors.ts'
import { keyOf } from './sync-rows.ts'
import type { Table } from './shop-tables.ts'
import {
  nodeKey,
  subjectOf,
  type ContentNode,
} from '#server/modules/content/releases/change-keys.ts'
import type { StaffChanges } from '#server/modules/content/releases/staff-changes.ts'

export type StaffChangeFilter = {
  /** Whether the back office has changed the node since the export; adds a warning if so. */
  isPreserved(node: ContentNode, file: string, wanted: string | undefined): boolean
  /** Wanted and stored rows without those that differ and are preserved. */
  withoutPreserved<Row extends object>(
    table: Table<Row>,
    wanted: Row[],
    stored: Row[],
    isPreserved: (row: Row, wanted: Row | undefined, stored: Row | undefined) => boolean,
  ): [wanted: Row[], stored: Row[]]
  warnings: FolderProblem[]
}

const MAX_QUOTE_LENGTH = 60

/** An import does not overwrite later back-office changes. They are preserved, and a warning names both values. */
export function staffChangeFilter(
  { label }: { label: string },
  changes: StaffChanges,
): StaffChangeFilter {
  const warnings: FolderProblem[] = []
  const isPreserved: StaffChangeFilter['isPreserved'] = (node, name, wanted) => {
    const change = changes.get(nodeKey(node))
    if (!change) return false
    const bundleValue = wanted === undefined ? 'nothing' : `'${shortened(wanted)}'`
    warnings.push(
      preservedWarning(label, name, { subject: `'${subjectOf(node)}'`, change, bundleValue }),
    )
    return true
  }
  return {
    isPreserved,
    withoutPreserved: (table, wanted, stored, isPreservedRow) =>
      changes.size === 0
        ? [wanted, stored]
        : withoutPreservedRows(table, wanted, stored, isPreservedRow),
    warnings,
  }
}

/** Names the changed value, its author, and the bundle's value. */
export function preservedWarning(
  label: string,
  name: string,
  {
    subject,
    change,
    bundleValue,
  }: { subject: string; change: { by: string; at: Date }; bundleValue: string },
): FolderProblem {
  const file = label === '' ? name : `${label}/${name}`
  const author = change.by === '' ? '' : ` by ${change.by}`
  const day = change.at.toISOString().slice(0, 10)
  return problemAt(
    { file },
    `${subject} was changed in the back office${author} on ${day} and is kept; the folder has ${bundleValue}`,
  )
}

/** Wanted and stored rows without those that differ and are preserved. */
export function withoutPreservedRows<Row extends object>(
  table: Table<Row>,
  wanted: Row[],
  stored: Row[],
  isPreserved: (row: Row, wanted: Row | undefined, stored: Row | undefined) => boolean,
): [wanted: Row[], stored: Row[]] {
  const wantedByKey = new Map(wanted.map((row) => [keyOf(table, row), row]))
  const storedByKey = new Map(stored.map((row) => [keyOf(table, row), row]))
  const preservedKeys = new Set(
    [...new Map([...wantedByKey, ...storedByKey])].flatMap(([key, row]) => {
      const wantedRow = wantedByKey.get(key)
      const storedRow = storedByKey.get(key)
      const isSame = wantedRow && storedRow && sameText(wantedRow) === sameText(storedRow)
      return !isSame && isPreserved(row, wantedRow, storedRow) ? key : []
    }),
  )
  const isOther = (row: Row) => !preservedKeys.has(keyOf(table, row))
  return [wanted.filter(isOther), stored.filter(isOther)]
}

const shortened = (text: string) =>
  text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)}…` : text
