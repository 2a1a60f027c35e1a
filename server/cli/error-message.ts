import { cannotWrite, isDatabaseDown } from '#server/platform/db/database.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'

const REASONS: Record<string, string> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of that path is a file',
  EISDIR: 'it is a folder',
  EEXIST: 'it already exists',
  EACCES: 'this user has no permission',
  EPERM: 'this user has no permission',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its symbolic links form a loop',
}

/** The message for the user of the command; only an internal error includes a stack trace. */
export function errorMessage(error: unknown): string {
  if (error instanceof StartupProblem) return error.message
  if (!(error instanceof Error)) return `Command failed: ${String(error)}`
  const code = 'code' in error ? String(error.code) : ''
  // A connection that fails has such a code, too, and an address.
  const reason = 'address' in error ? undefined : REASONS[code]
  if (reason)
    return `${'path' in error ? String(error.path) : 'A file'} cannot be used: ${reason} (${code}).`
  if (cannotWrite(error)) return `The database cannot write (${code}): ${error.message}.`
  if (isDatabaseDown(error))
    return `The database is not responding (${code}). Check that it is running.`
  return `Internal error. ${error.stack ?? error.message}`
}
