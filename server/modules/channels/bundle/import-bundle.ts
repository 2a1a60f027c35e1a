import { atomically, type Sql, type Transaction } from '#server/platform/db/database.ts'

import type { ChannelBundle } from './channel-bundle.ts'
import { definedNames } from './checks/check-bundle.ts'
import { compareLocations, type FolderProblem } from '#server/platform/parsing/file-errors.ts'
import {
  type ChannelImport,
  importChannel,
  type ImportedRelease,
  UnwritableChannel,
} from './import-channel.ts'
import { type Counts, noCounts } from './write/import-counts.ts'
import { readFolder } from './read/read-bundle.ts'
import { findUnknownNames } from './checks/check-unknown-names.ts'
import type { CreateVoucher } from './write/write-vouchers.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

export type ImportSettings = {
  sql: Sql | Transaction
  folder: string
  /** Runs the import and rolls it back. */
  dryRun?: boolean
  /** Skips invalid rows and imports the others. */
  skipInvalidRows?: boolean
  onProgress?: (line: string) => void
  createVoucher?: CreateVoucher
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

/** Thrown to roll back a dry run. */
class DryRunRollback extends Error {}

export async function importFolder(settings: ImportSettings): Promise<ImportResult> {
  const { sql, folder, dryRun = false, onProgress = () => {} } = settings
  onProgress(`reading ${folder}`)
  const read = await readFolder(folder)
  const warnings = [...read.warnings, ...(await findUnknownNames(read.channels))]
  const result: ImportResult = { channels: [], problems: read.problems, warnings }
  if (!dryRun) await importAll(sql, read, settings, result)
  else
    await atomically(sql, async (sql) => {
      await importAll(sql, read, settings, result)
      throw new DryRunRollback()
    }).catch((error: unknown) => {
      if (!(error instanceof DryRunRollback)) throw error
    })
  result.problems.sort(compareLocations)
  result.warnings.sort(compareLocations)
  return result
}

async function importAll(
  sql: Sql | Transaction,
  { channels, unreadableNames }: { channels: ChannelBundle[]; unreadableNames: Set<string> },
  settings: ImportSettings,
  result: ImportResult,
) {
  const {
    skipInvalidRows = false,
    createVoucher,
    onProgress = () => {},
    now = new Date(),
  } = settings
  const { overwriteStaff = false, onRelease } = settings
  const readingProblems = [...result.problems]
  const shared = channels.find(({ id }) => id === SHARED_CHANNEL)
  const failed = new Set(unreadableNames)
  for (const bundle of channels) {
    onProgress(`importing channel ${bundle.id}`)
    const context = {
      all: channels,
      shared,
      failed,
      skipInvalidRows,
      hasReadingProblems: readingProblems.some(({ file }) => isFileOf(bundle, file)),
      createVoucher,
      now,
      overwriteStaff,
      onRelease,
    }
    const imported = await atomically(sql, (sql) => importChannel(sql, bundle, context)).catch(
      resultOfError,
    )
    addToResult(result, bundle, imported)
    if (!imported.written) for (const name of definedNames(bundle)) failed.add(name)
  }
}

function resultOfError(error: unknown): ChannelImport {
  if (!(error instanceof UnwritableChannel)) throw error
  return { written: false, counts: noCounts(), problems: error.problems, warnings: [] }
}

function addToResult(result: ImportResult, { id }: ChannelBundle, imported: ChannelImport) {
  const counts = imported.written ? imported.counts : noCounts()
  result.channels.push({ id, written: imported.written, counts })
  result.problems.push(...imported.problems)
  result.warnings.push(...imported.warnings)
}

const isFileOf = ({ label }: ChannelBundle, file: string) =>
  label === '' || file.startsWith(`${label}/`)
