import { StartupProblem } from '#server/platform/startup-error.ts'

export function codeOf(error: unknown) {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''
}

export function cannotRunPostgres(reason: string) {
  return new StartupProblem(
    `${reason}: set DATABASE_URL to the address of a PostgreSQL that runs elsewhere.`,
  )
}

/** Also for ENOENT: the program exists, so its loader is missing, because the system has another C library. */
export const postgresDoesNotRun = () =>
  cannotRunPostgres('The PostgreSQL that the shop includes does not run on this system')

export function wrongVersion(folder: string, dataVersion: string, includedVersion: string) {
  return new StartupProblem(
    `The database in ${folder} was created by PostgreSQL ${dataVersion}, but this shop includes ${includedVersion}. Make a backup with the release that created it, and restore it into a new folder.`,
  )
}

const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EISDIR'])

/** Turns a system error about the folder into an instruction for its owner; other errors stay unchanged. */
export function explainSystemError(error: unknown, folder: string) {
  if (['ENOSPC', 'EDQUOT'].includes(codeOf(error))) return diskFull(folder)
  if (UNWRITABLE.has(codeOf(error))) return unwritable(folder)
  return error
}

/** The same for what PostgreSQL's own programs print. */
export function explainOutput(output: string, folder: string, logPath?: string) {
  if (/No space left on device|Disk quota exceeded/.test(output)) return diskFull(folder)
  if (/error while loading shared libraries|version `\w+_[\d.]+' not found/.test(output)) {
    return postgresDoesNotRun()
  }
  if (/Permission denied|Read-only file system/.test(output)) return unwritable(folder)

  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const reason =
    lines.find((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? 'no reason given'
  const problem = `PostgreSQL in ${folder} did not start (${reason.trim()})`
  return new StartupProblem(
    logPath
      ? `${problem}; read ${logPath}, or set DATABASE_URL to use another one.`
      : `${problem}: set DATABASE_URL to use another one.`,
  )
}

function diskFull(folder: string) {
  return new StartupProblem(
    `The disk that holds ${folder} is full. Free some space, or set GIFTPOINT_DATA to another folder.`,
  )
}

function unwritable(folder: string) {
  return new StartupProblem(
    `The folder ${folder} is not writable for this user. Make it writable, or set GIFTPOINT_DATA to another folder.`,
  )
}
