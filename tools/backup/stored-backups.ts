import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

import type { Queries } from '#server/platform/db/database.ts'
import { backupOutline } from '#tools/backup/backup-file.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'

const BACKUP = /\.backup$/
const PART = /^closed-\d{4}-\d{2}-\d+-[0-9a-f]{12}\.backup$/
/** An unfinished backup writes its closed months before it has its own final name. */
const DRAFT = /\.backup\.[0-9a-f]{8}\.part$/
const DRAFT_MAX_AGE_MS = 24 * 3_600_000

export type StoredBackup = {
  file: string
  madeAt: string
  /** Files of closed months without which it cannot be restored. */
  needs: string[]
  missing: string[]
}
export type StoredBackups = {
  backups: StoredBackup[]
  /** Files of closed months that no backup in the folder names. */
  unneeded: string[]
}

/** The backups in a folder, by their own headers. An unreadable file needs no closed months. */
export async function storedBackups(folder: string): Promise<StoredBackups> {
  const names = (await namesIn(folder)).filter((name) => BACKUP.test(name))
  const parts = names.filter((name) => PART.test(name))
  const backups: StoredBackup[] = []
  for (const file of names.filter((name) => !PART.test(name))) {
    const head = await headOf(path.join(folder, file))
    if (!head || head.part) continue
    const needs = head.closed.map((part) => part.file)
    const missing = needs.filter((part) => !parts.includes(part))
    backups.push({ file, madeAt: head.madeAt, needs, missing })
  }
  const needed = new Set(backups.flatMap(({ needs }) => needs))
  return { backups, unneeded: parts.filter((part) => !needed.has(part)) }
}

/** Deletes files that no backup needs, unless a backup is being written. Returns the deleted files. */
export async function pruneBackups(folder: string, now = Date.now()): Promise<string[]> {
  const { unneeded } = await storedBackups(folder)
  for (const draft of (await namesIn(folder)).filter((name) => DRAFT.test(name))) {
    const { mtimeMs } = await stat(path.join(folder, draft))
    if (now - mtimeMs < DRAFT_MAX_AGE_MS) return []
  }
  for (const part of unneeded) await rm(path.join(folder, part), { force: true })
  return unneeded
}

/** When names were last erased. Older backups still contain them. */
export async function lastErased(sql: Queries): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    select max(ended_at) as at from retention_run where erased > 0`
  return row?.at ?? null
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch {
    throw new StartupProblem(`${folder} is not a readable folder.`)
  }
}

/** Undefined for a damaged file or another file of that name, which cannot be restored. */
const headOf = (file: string) => backupOutline(file).catch(() => undefined)
