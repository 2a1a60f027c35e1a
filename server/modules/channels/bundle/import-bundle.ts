import { atomically, type Sql, type Transaction } from '#server/platform/db/database.ts'

import type { ChannelBundle } from './channel-bundle.ts'
import { namesOf } from './checks/check-bundle.ts'
import { byPlace, type FolderProblem } from '#server/platform/parsing/file-errors.ts'
import {
  type ChannelImport,
  importChannel,
  type ImportedRelease,
  Unwritable,
} from './import-channel.ts'
import { type Counts, noCounts } from './write/import-counts.ts'
import { readFolder } from './read/read-bundle.ts'
import { unknownNames } from './checks/check-unknown-names.ts'
import type { MakeVoucher } from './write/write-vouchers.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

export type ImportSettings = {
  sql: Sql | Transaction
  folder: string
  /** Runs the import and rolls it back. */
  dryRun?: boolean
  /** Skips invalid rows and imports the rest. */
  goodRows?: boolean
  onProgress?: (line: string) => void
  createVoucher?: MakeVoucher
  now?: Date
  /** Imports the bundle's values even over later back-office changes. */
  overwriteStaff?: boolean
  onRelease?: (sql: Transaction, release: ImportedRelease) => Promise<void>
}
export type ImportResult = {
  channels: { id: string; written: boolean; counts: Counts }[]
  problems: FolderProblem[]
  warnings: FolderProblem[]
}

/** Thrown to roll back a dry run and caught by its caller. */
class Undo extends Error {}

export async function importFolder(settings: ImportSettings): Promise<ImportResult> {
  const { sql, folder, dryRun = false, onProgress = () => {} } = settings
  onProgress(`reading ${folder}`)
  const read = await readFolder(folder)
  const warnings = [...read.warnings, ...(await unknownNames(read.channels))]
  const result: ImportResult = { channels: [], problems: read.problems, warnings }
  if (!dryRun) await importAll(sql, read, settings, result)
  else
    await atomically(sql, async (sql) => {
      await importAll(sql, read, settings, result)
      throw new Undo()
    }).catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
  result.problems.sort(byPlace)
  result.warnings.sort(byPlace)
  return result
}

async function importAll(
  sql: Sql | Transaction,
  { channels, unread }: { channels: ChannelBundle[]; unread: Set<string> },
  settings: ImportSettings,
  result: ImportResult,
) {
  const { goodRows = false, createVoucher, onProgress = () => {}, now = new Date() } = settings
  const { overwriteStaff = false, onRelease } = settings
  const read = [...result.problems]
  const shared = channels.find(({ id }) => id === SHARED_CHANNEL)
  const failed = new Set(unread)
  for (const folder of channels) {
    onProgress(`importing channel ${folder.id}`)
    const around = {
      all: channels,
      shared,
      failed,
      goodRows,
      misread: read.some(({ file }) => isIn(folder, file)),
      createVoucher,
      now,
      overwriteStaff,
      onRelease,
    }
    const done = await atomically(sql, (sql) => importChannel(sql, folder, around)).catch(unwritten)
    note(result, folder, done)
    if (!done.written) for (const name of namesOf(folder)) failed.add(name)
  }
}

function unwritten(error: unknown): ChannelImport {
  if (!(error instanceof Unwritable)) throw error
  return { written: false, counts: noCounts(), problems: error.problems, warnings: [] }
}

function note(result: ImportResult, { id }: ChannelBundle, done: ChannelImport) {
  const counts = done.written ? done.counts : noCounts()
  result.channels.push({ id, written: done.written, counts })
  result.problems.push(...done.problems)
  result.warnings.push(...done.warnings)
}

const isIn = ({ label }: ChannelBundle, file: string) =>
  label === '' || file.startsWith(`${label}/`)
