import { spawn, type StdioOptions } from 'node:child_process'
import { mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from '#server/platform/db/embedded/binaries.ts'
import type { DatabaseFolder } from '#server/platform/db/embedded/database-folder.ts'
import {
  allProcesses,
  END_TIMEOUT_MS,
  findProcess,
  signal,
  waitForEnd,
} from '#server/platform/db/embedded/running-process.ts'
import {
  environment,
  chownTo,
  identity,
  SUPERUSER,
} from '#server/platform/db/embedded/server-process.ts'
import { commandFor, type ServerUser } from '#server/platform/db/embedded/server-user.ts'
import {
  codeOf,
  postgresDoesNotRun,
  explainOutput,
} from '#server/platform/db/embedded/system-errors.ts'

/**
 * Creates the data in a separate folder and renames it when complete, so that an interrupted start leaves no
 * incomplete data.
 */
export async function createData(
  folder: DatabaseFolder,
  binaries: Binaries,
  user: ServerUser,
  abort: AbortSignal,
) {
  await clearIncomplete(folder)
  const unfinished = await mkdtemp(`${folder.data}.new-`)
  await chownTo(user, unfinished)

  const { command, args } = commandFor(user, join(binaries.bin, 'initdb'), [
    `--pgdata=${unfinished}`,
    `--username=${SUPERUSER}`,
    '--encoding=UTF8',
    // PostgreSQL's own C.UTF-8: a system locale may be missing, or change with the system.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--auth-local=trust',
    '--auth-host=reject',
    '--no-instructions',
  ])
  try {
    await runInOwnGroup(command, args, { env: environment(binaries), ...identity(user) }, abort)
    await rename(unfinished, folder.data)
    await flushFolder(folder.root)
    // A killed start may have left an initdb that has only just begun to work.
    await clearIncomplete(folder)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw explainFailure(error, folder)
  }
}

/**
 * Removes the remains of a killed start, including a running initdb: it has its own process group and outlives its
 * parent.
 */
async function clearIncomplete(folder: DatabaseFolder) {
  const incomplete = `${folder.data}.new-`
  for (const pid of await allProcesses()) {
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const initdb = commandLine.includes(incomplete) ? findProcess(pid) : undefined
    if (!initdb) continue
    signal(-pid, 'SIGKILL')
    signal(pid, 'SIGKILL')
    await waitForEnd(initdb, END_TIMEOUT_MS)
  }
  for (const name of await readdir(folder.root)) {
    if (!name.startsWith('pgdata.new-')) continue
    await rm(join(folder.root, name), { recursive: true, maxRetries: 5 })
  }
}

/**
 * Like `run`, but in its own process group, as for the server: a Ctrl-C is for the shop, which then stops it in
 * order.
 */
async function runInOwnGroup(
  command: string,
  args: string[],
  options: { env: Record<string, string>; uid?: number; gid?: number },
  abort: AbortSignal,
) {
  abort.throwIfAborted()
  const stdio: StdioOptions = ['ignore', 'ignore', 'pipe']
  const child = spawn(command, args, { ...options, cwd: '/', detached: true, stdio })
  let stderr = ''
  child.stderr?.on('data', (data) => (stderr += String(data)))
  const end = () => child.pid !== undefined && signal(-child.pid, 'SIGTERM')
  abort.addEventListener('abort', end)
  try {
    const status = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    abort.throwIfAborted()
    if (status !== 0) throw Object.assign(new Error(`${command} ended with ${status}`), { stderr })
  } catch (error) {
    throw error instanceof Error && !abort.aborted ? Object.assign(error, { stderr }) : error
  } finally {
    abort.removeEventListener('abort', end)
  }
}

function explainFailure(error: unknown, folder: DatabaseFolder) {
  if (!(error instanceof Error && 'stderr' in error)) return error
  if (codeOf(error) === 'ENOENT') return postgresDoesNotRun()
  return explainOutput(`${String(error.stderr)}\n${error.message}`, folder.root)
}

async function flushFolder(path: string) {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
