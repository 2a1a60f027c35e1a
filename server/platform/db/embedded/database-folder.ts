import { createHash } from 'node:crypto'
import { lstat, readFile, readlink, realpath, symlink, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeOf } from '#server/platform/db/embedded/system-errors.ts'
import { LONGEST_SOCKET_NAME } from '#server/platform/db/embedded/lock-files.ts'
import { createFolder } from '#server/platform/storage/create-folder.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'

export type DatabaseFolder = {
  root: string
  data: string
  /** The folder of the server's socket and of the lock files, by a name short enough for a socket path. */
  run: string
  log: string
}

/** A socket's path has 107 bytes on Linux, 103 on macOS. */
const LONGEST_SOCKET_PATH = 103
const LONGEST_RUN_PATH = LONGEST_SOCKET_PATH - LONGEST_SOCKET_NAME - '/'.length

export async function openFolder(path: string): Promise<DatabaseFolder> {
  await createFolder(path)
  const root = await realpath(path)
  const run = join(root, 'run')
  // Access to this folder means superuser access to the database, because it has no password.
  await createFolder(run, 0o700)
  return {
    root,
    data: join(root, 'pgdata'),
    run: await shortPath(run),
    log: join(root, 'postgres.log'),
  }
}

/** The major version that created the data; undefined without data. */
export async function dataVersion({ data }: DatabaseFolder) {
  try {
    return (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * The sockets stay in the shop's folder, and only their name is short: elsewhere, two processes with a different
 * TMPDIR would not find each other.
 */
async function shortPath(run: string) {
  if (Buffer.byteLength(run) <= LONGEST_RUN_PATH) return run

  const key = createHash('sha256').update(run).digest('hex').slice(0, 12)
  const name = `giftpoint-${process.getuid?.() ?? 0}-${key}`
  const link = join(
    Buffer.byteLength(tmpdir()) + name.length < LONGEST_RUN_PATH ? tmpdir() : '/tmp',
    name,
  )
  try {
    await symlink(run, link)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    await requireOwnLink(link, run)
  }
  return link
}

async function requireOwnLink(link: string, run: string) {
  const found = await lstat(link)
  if (found.uid === process.getuid?.()) {
    if (found.isSymbolicLink() && (await readlink(link)) === run) return
    await unlink(link).catch(() => {})
  }
  throw new StartupProblem(
    `${link} is in the way of the shop's database: remove it and start again.`,
  )
}
