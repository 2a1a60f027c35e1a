import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chown, copyFile, open, readFile, rename, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Binaries } from '#server/platform/db/embedded/binaries.ts'
import {
  allProcesses,
  commandLine,
  END_TIMEOUT_MS,
  findProcess,
  POLL_MS,
  type RunningProcess,
  signal,
  waitForEnd,
  workingFolder,
} from '#server/platform/db/embedded/running-process.ts'
import {
  codeOf,
  postgresDoesNotRun,
  explainOutput,
} from '#server/platform/db/embedded/system-errors.ts'
import type { DatabaseFolder } from '#server/platform/db/embedded/database-folder.ts'
import { commandFor, type ServerUser } from '#server/platform/db/embedded/server-user.ts'

export const PORT = 5432
/** Owns the tables and runs migrations. */
export const SUPERUSER = 'giftpoint'
/** The role of the shop: it reads and writes rows but cannot change tables. */
export const SERVING_ROLE = 'giftpoint_shop'

const LARGEST_LOG_BYTES = 5_000_000

const run = promisify(execFile)

export type Postmaster = RunningProcess & { ready: boolean }

/** The server that runs in this folder, by its PID file. */
export async function runningPostmaster(folder: DatabaseFolder): Promise<Postmaster | undefined> {
  const pidFile = await readPidFile(folder)
  const found = pidFile && findProcess(pidFile.pid)
  if (!found || !(await isPostgresOn(folder.data, pidFile.pid))) return undefined
  return { ...found, ready: pidFile.ready }
}

/**
 * Returns the running server like `runningPostmaster`. If none runs, it ends the processes that a killed server left
 * and deletes its PID file: the number may belong to another process, and PostgreSQL would then refuse to start. Only
 * for the process that holds the lock.
 */
export async function findPostmasterOrCleanUp(
  folder: DatabaseFolder,
): Promise<Postmaster | undefined> {
  if (!(await readPidFile(folder))) return undefined
  const running = await runningPostmaster(folder)
  if (running) return running
  await killOrphans(folder.data)
  await rm(join(folder.data, 'postmaster.pid'), { force: true })
  await rm(join(folder.run, `.s.PGSQL.${PORT}.lock`), { force: true })
  return undefined
}

/** The line of the PID file, counted from 0, that contains the server's state. */
const STATE_LINE = 7

async function readPidFile({ data }: DatabaseFolder) {
  try {
    const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
    // In single-user mode the PID is negative.
    const pid = Math.abs(Number(lines[0]))
    return pid > 0 ? { pid, ready: lines[STATE_LINE]?.startsWith('ready') ?? false } : undefined
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

async function isPostgresOn(data: string, pid: number) {
  if (`${await commandLine(pid)} `.includes(`postgres -D ${data} `)) return true
  // The folder may have been moved while the server runs. The kernel knows its current path.
  return (await workingFolder(pid)) === data
}

/** Backends that outlive a killed postmaster keep its shared memory, and with it the folder, busy. */
async function killOrphans(data: string) {
  for (const pid of await allProcesses()) {
    if ((await workingFolder(pid)) === data) signal(pid, 'SIGKILL')
  }
}

/** Thrown while processes of the previous server still use the folder. */
export class FolderBusy extends Error {}

type ServerOptions = { maxConnections: number; settings: readonly string[] }

/** Starts the server and waits until it takes connections. */
export async function startPostmaster(
  folder: DatabaseFolder,
  binaries: Binaries,
  user: ServerUser,
  { abort, ...options }: ServerOptions & { abort: AbortSignal },
): Promise<RunningProcess> {
  await chownFolderTo(user, folder)
  await rotateClosedLog(folder.log)
  const log = await open(folder.log, 'a', 0o600)
  try {
    const logStart = (await log.stat()).size
    const child = launch(folder, binaries, user, { ...options, log: log.fd })
    const server = await waitUntilReady(child, folder, abort)
    if (!server) throw await explainLog(folder, logStart)
    return server
  } finally {
    await log.close()
  }
}

function launch(
  folder: DatabaseFolder,
  binaries: Binaries,
  user: ServerUser,
  { maxConnections, settings, log }: ServerOptions & { log: number },
) {
  const { command, args } = commandFor(user, join(binaries.bin, 'postgres'), [
    '-D',
    folder.data,
    // If a setting is given twice, the last one applies.
    ...[...shopSettings(folder, maxConnections), ...settings].flatMap((setting) => ['-c', setting]),
  ])
  const child = spawn(command, args, {
    cwd: '/',
    // In its own process group: a Ctrl-C is for the shop, which then stops the server in order.
    detached: true,
    stdio: ['ignore', log, log],
    env: environment(binaries),
    ...identity(user),
  })
  child.unref()
  return child
}

/** Returns undefined if the server ended before it was ready. */
async function waitUntilReady(child: ChildProcess, folder: DatabaseFolder, abort: AbortSignal) {
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  try {
    for (;;) {
      await pause(POLL_MS, undefined, { signal: abort })
      if (failure) throw codeOf(failure) === 'ENOENT' ? postgresDoesNotRun() : failure

      const { pid } = child
      const server = pid === undefined ? undefined : findProcess(pid)
      if (!server) return undefined
      const pidFile = await readPidFile(folder)
      if (pidFile?.pid === pid && pidFile?.ready) return server
    }
  } catch (error) {
    const server = child.pid === undefined ? undefined : findProcess(child.pid)
    if (server && signal(server.pid, 'SIGINT')) await waitForEnd(server, END_TIMEOUT_MS)
    throw error
  }
}

async function explainLog(folder: DatabaseFolder, from: number) {
  const output = (await readFile(folder.log)).subarray(from).toString()
  if (/pre-existing shared memory block|lock file "[^"]+" already exists/.test(output)) {
    return new FolderBusy(output)
  }
  return explainOutput(output, folder.root, folder.log)
}

function shopSettings(folder: DatabaseFolder, maxConnections: number) {
  return [
    'listen_addresses=',
    `port=${PORT}`,
    // The setting is a list: quotes keep commas and spaces of the path together.
    `unix_socket_directories="${folder.run.replaceAll('"', '""')}"`,
    'unix_socket_permissions=0700',
    `max_connections=${maxConnections}`,
    'shared_buffers=128MB',
    'fsync=on',
    'full_page_writes=on',
    'synchronous_commit=on',
    'wal_compression=on',
    'max_wal_size=1GB',
    'wal_buffers=16MB',
    // Checkpoints are rare, because after each one the first change of a page writes the full page to the log.
    'checkpoint_timeout=15min',
    // Plans of a shop's short queries never earn back their compilation.
    'jit=off',
    'timezone=UTC',
    'log_timezone=UTC',
    'logging_collector=off',
    'log_checkpoints=off',
  ]
}

export function environment(binaries: Binaries) {
  // No variables of the user who starts the shop: a PGOPTIONS or a locale would change the server.
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', ...binaries.environment }
}

export function identity({ uid, gid }: ServerUser) {
  return uid === undefined ? {} : { uid, gid }
}

/** Makes the server's user the owner of the data, the sockets and the log. */
async function chownFolderTo(user: ServerUser, { data, run: sockets, log }: DatabaseFolder) {
  if (!user.owner) return
  const { uid, gid } = user.owner
  if ((await stat(data)).uid !== uid) await run('chown', ['-R', `${uid}:${gid}`, data])
  await chownTo(user, sockets)
  await (await open(log, 'a', 0o600)).close()
  await chownTo(user, log)
}

export async function chownTo({ owner }: ServerUser, path: string) {
  if (owner) await chown(path, owner.uid, owner.gid)
}

async function rotateClosedLog(log: string) {
  if (await isLargeLog(log)) await rename(log, `${log}.1`)
}

/**
 * Rotates the log of a running server. The server keeps the file open, so it is copied and then truncated. A line
 * written between the two is lost. The caller must hold the lock.
 */
export async function rotateOpenLog({ log }: DatabaseFolder) {
  if (!(await isLargeLog(log))) return
  await copyFile(log, `${log}.1`)
  await truncate(log)
}

export async function isLargeLog(log: string) {
  const found = await stat(log).catch(() => undefined)
  return found !== undefined && found.size > LARGEST_LOG_BYTES
}
