import { sameText } from '#server/platform/parsing/name-order.ts'
import { type FolderProblem, problemAt } from '#server/platform/parsing/file-errors.ts'
import { keyOf } from './sync-rows.ts'
import type { Table } from './shop-tables.ts'
import {
  nameOf,
  subjectOf,
  type ContentNode,
} from '#server/modules/content/releases/change-keys.ts'
import type { StaffChanges } from '#server/modules/content/releases/staff-changes.ts'

export type Keeper = {
  /** Whether the back office has written it since the export; adds a warning for each node that stays. */
  isPreserved(node: ContentNode, file: string, wanted: string | undefined): boolean
  /** Wanted and stored rows without those that differ and stay unchanged. */
  apart<Row extends object>(
    table: Table<Row>,
    wanted: Row[],
    stored: Row[],
    kept: (row: Row, wanted: Row | undefined, stored: Row | undefined) => boolean,
  ): [wanted: Row[], stored: Row[]]
  warnings: FolderProblem[]
}

const LONGEST = 60

/** An import never overwrites editors' later changes silently: they stay, and a warning names both values. */
export function keeper({ label }: { label: string }, work: StaffChanges): Keeper {
  const warnings: FolderProblem[] = []
  const isPreserved: Keeper['isPreserved'] = (node, name, wanted) => {
    const written = work.get(nameOf(node))
    if (!written) return false
    const says = wanted === undefined ? 'nothing' : `'${shortened(wanted)}'`
    warnings.push(stays(label, name, { subject: `'${subjectOf(node)}'`, written, says }))
    return true
  }
  return {
    isPreserved,
    apart: (table, wanted, stored, kept) =>
      work.size === 0 ? [wanted, stored] : rowsApart(table, wanted, stored, kept),
    warnings,
  }
}

/** Names the back-office value, its author, and the bundle's value. */
export function stays(
  label: string,
  name: string,
  { subject, written, says }: { subject: string; written: { by: string; at: Date }; says: string },
): FolderProblem {
  const file = label === '' ? name : `${label}/${name}`
  const who = written.by === '' ? '' : ` by ${written.by}`
  const day = written.at.toISOString().slice(0, 10)
  return problemAt(
    { file },
    `${subject} was changed in the back office${who} on ${day} and is kept; the folder has ${says}`,
  )
}

/** Wanted and stored rows without those that differ and stay unchanged. */
export function rowsApart<Row extends object>(
  table: Table<Row>,
  wanted: Row[],
  stored: Row[],
  kept: (row: Row, wanted: Row | undefined, stored: Row | undefined) => boolean,
): [wanted: Row[], stored: Row[]] {
  const wantedByKey = new Map(wanted.map((row) => [keyOf(table, row), row]))
  const storedByKey = new Map(stored.map((row) => [keyOf(table, row), row]))
  const out = new Set(
    [...new Map([...wantedByKey, ...storedByKey])].flatMap(([key, row]) => {
      const [one, other] = [wantedByKey.get(key), storedByKey.get(key)]
      const isSame = one && other && sameText(one) === sameText(other)
      return !isSame && kept(row, one, other) ? key : []
    }),
  )
  const left = (rows: Row[]) => rows.filter((row) => !out.has(keyOf(table, row)))
  return [left(wanted), left(stored)]
}

const shortened = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
