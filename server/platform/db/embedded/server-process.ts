import { type ChildProcess, execFile, spawn, type StdioOptions } from 'node:child_process'
import { readFileSync } from 'node:fs'
import {
  chown,
  copyFile,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  truncate,
} from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Binaries } from '#server/platform/db/embedded/binaries.ts'
import { codeOf, explainOutput, noServerHere } from '#server/platform/db/embedded/system-errors.ts'
import type { DatabaseFolder } from '#server/platform/db/embedded/database-folder.ts'
import { commandFor, type ServerUser } from '#server/platform/db/embedded/server-user.ts'

export const PORT = 5432
/** Owns the tables and brings them up to date. */
export const SUPERUSER = 'giftpoint'
/** The shop itself: it reads and writes rows, and can change no table. */
export const SERVING_ROLE = 'giftpoint_shop'
export const POLL_MS = 5

const LARGEST_LOG = 5_000_000
/** For a process that gets a signal during its start. */
const END_PATIENCE_MS = 5_000

const run = promisify(execFile)

/** `since` distinguishes two processes with the same reused process id. */
export type RunningProcess = { pid: number; since: string }

export function findProcess(pid: number): RunningProcess | undefined {
  if (process.platform === 'linux') {
    try {
      // The name is in brackets and may contain anything; the state is the first field after it.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      // Dead but not yet buried counts as dead: where no init takes orphans, that lasts for ever.
      if (fields[0] === 'Z' || fields[0] === 'X') return undefined
      return { pid, since: fields[19] ?? '' }
    } catch {
      return undefined
    }
  }
  return signal(pid, 0) ? { pid, since: '' } : undefined
}

export function lives({ pid, since }: RunningProcess) {
  return findProcess(pid)?.since === since
}

/** Whether the process exists. */
export function signal(pid: number, name: NodeJS.Signals | 0) {
  try {
    process.kill(pid, name)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

export type Postmaster = RunningProcess & { ready: boolean }

/** The server that runs on this folder, by its own note of itself. */
export async function seePostmaster(folder: DatabaseFolder): Promise<Postmaster | undefined> {
  const note = await readNote(folder)
  const found = note && findProcess(note.pid)
  if (!found || !(await isPostgresOn(folder.data, note.pid))) return undefined
  return { ...found, ready: note.ready }
}

/**
 * The same, and where there is none a note left by one that was killed is cleared: its number may be another
 * process's by now, and PostgreSQL would then refuse to start. Only for who holds the lock.
 */
export async function findPostmaster(folder: DatabaseFolder): Promise<Postmaster | undefined> {
  if (!(await readNote(folder))) return undefined
  const seen = await seePostmaster(folder)
  if (seen) return seen
  await killOrphans(folder.data)
  await rm(join(folder.data, 'postmaster.pid'), { force: true })
  await rm(join(folder.run, `.s.PGSQL.${PORT}.lock`), { force: true })
  return undefined
}

async function readNote({ data }: DatabaseFolder) {
  try {
    const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
    // A server started by hand in single-user mode notes a negative number.
    const pid = Math.abs(Number(lines[0]))
    return pid > 0 ? { pid, ready: lines[7]?.startsWith('ready') ?? false } : undefined
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

async function isPostgresOn(data: string, pid: number) {
  if (`${await commandLine(pid)} `.includes(`postgres -D ${data} `)) return true
  // The folder may have been moved under a running server; the kernel still knows where it is.
  return (await workingFolder(pid)) === data
}

async function commandLine(pid: number) {
  if (process.platform === 'linux') {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return words.replaceAll('\0', ' ')
  }
  const found = await run('ps', ['-ww', '-o', 'command=', '-p', `${pid}`]).catch(() => undefined)
  return found?.stdout.trim() ?? ''
}

function workingFolder(pid: number) {
  return readlink(`/proc/${pid}/cwd`).catch(() => undefined)
}

/** Backends that outlive a killed postmaster keep its shared memory, and with it the folder, busy. */
async function killOrphans(data: string) {
  for (const pid of await allProcesses()) {
    if ((await workingFolder(pid)) === data) signal(pid, 'SIGKILL')
  }
}

async function allProcesses() {
  const names = await readdir('/proc').catch(() => [])
  return names.map(Number).filter((number) => number > 0)
}

/** Whether it ended in time. */
export async function waitForEnd(server: RunningProcess, patience: number) {
  const deadline = Date.now() + patience
  while (lives(server)) {
    if (Date.now() > deadline) return false
    await pause(POLL_MS)
  }
  return true
}

/** Makes the data in a folder beside, and moves them into place whole: an interrupted start leaves none. */
export async function createData(
  folder: DatabaseFolder,
  binaries: Binaries,
  user: ServerUser,
  abort: AbortSignal,
) {
  await clearIncomplete(folder)
  const unfinished = await mkdtemp(`${folder.data}.new-`)
  await giveTo(user, unfinished)

  const { command, words } = commandFor(user, join(binaries.bin, 'initdb'), [
    `--pgdata=${unfinished}`,
    `--username=${SUPERUSER}`,
    '--encoding=UTF8',
    // PostgreSQL's own C.UTF-8: the system's may be missing, or change with the system.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--auth-local=trust',
    '--auth-host=reject',
    '--no-instructions',
  ])
  try {
    await runApart(command, words, { env: environment(binaries), ...identity(user) }, abort)
    await rename(unfinished, folder.data)
    await flushFolder(folder.root)
    // A start killed at its beginning may have left an initdb that started working since.
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
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const maker = words.includes(incomplete) ? findProcess(pid) : undefined
    if (!maker) continue
    signal(-pid, 'SIGKILL')
    signal(pid, 'SIGKILL')
    await waitForEnd(maker, END_PATIENCE_MS)
  }
  for (const name of await readdir(folder.root)) {
    if (!name.startsWith('pgdata.new-')) continue
    await rm(join(folder.root, name), { recursive: true, maxRetries: 5 })
  }
}

/** As `run`, but out of our process group, like the server: a Ctrl-C is for the shop, which ends it in order. */
async function runApart(
  command: string,
  words: string[],
  options: { env: Record<string, string>; uid?: number; gid?: number },
  abort: AbortSignal,
) {
  abort.throwIfAborted()
  const stdio: StdioOptions = ['ignore', 'ignore', 'pipe']
  const child = spawn(command, words, { ...options, cwd: '/', detached: true, stdio })
  let stderr = ''
  child.stderr?.on('data', (data) => (stderr += String(data)))
  const end = () => child.pid !== undefined && signal(-child.pid, 'SIGTERM')
  abort.addEventListener('abort', end)
  try {
    const status = await new Promise<number | null>((done, fail) => {
      child.once('error', fail)
      child.once('close', done)
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
  if (codeOf(error) === 'ENOENT') return doesNotRun()
  return explainOutput(`${String(error.stderr)}\n${error.message}`, folder.root)
}

/** The program exists, so its loader is missing: the system has another C library. */
function doesNotRun() {
  return noServerHere('The PostgreSQL that the shop brings does not run on this system')
}

async function flushFolder(path: string) {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Processes of the previous server still use the folder. */
export class FolderBusy extends Error {}

type HowToServe = { maxConnections: number; settings: readonly string[] }

/** Starts the server and waits until it takes connections. */
export async function startPostmaster(
  folder: DatabaseFolder,
  binaries: Binaries,
  user: ServerUser,
  { abort, ...how }: HowToServe & { abort: AbortSignal },
): Promise<RunningProcess> {
  await acquireFolder(folder, user)
  await turnLog(folder.log)
  const log = await open(folder.log, 'a', 0o600)
  try {
    const logStart = (await log.stat()).size
    const child = launch(folder, binaries, user, { ...how, log: log.fd })
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
  { maxConnections, settings, log }: HowToServe & { log: number },
) {
  const { command, words } = commandFor(user, join(binaries.bin, 'postgres'), [
    '-D',
    folder.data,
    // If a setting is given twice, the last one applies.
    ...[...ownSettings(folder, maxConnections), ...settings].flatMap((setting) => ['-c', setting]),
  ])
  const child = spawn(command, words, {
    cwd: '/',
    // Out of our process group: a Ctrl-C is for the shop, which then stops the server in order.
    detached: true,
    stdio: ['ignore', log, log],
    env: environment(binaries),
    ...identity(user),
  })
  child.unref()
  return child
}

/** Nothing when it ended instead. */
async function waitUntilReady(child: ChildProcess, folder: DatabaseFolder, abort: AbortSignal) {
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  try {
    for (;;) {
      await pause(POLL_MS, undefined, { signal: abort })
      if (failure) throw codeOf(failure) === 'ENOENT' ? doesNotRun() : failure

      const { pid } = child
      const server = pid === undefined ? undefined : findProcess(pid)
      if (!server) return undefined
      const note = await readNote(folder)
      if (note?.pid === pid && note?.ready) return server
    }
  } catch (error) {
    const server = child.pid === undefined ? undefined : findProcess(child.pid)
    if (server && signal(server.pid, 'SIGINT')) await waitForEnd(server, END_PATIENCE_MS)
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

function ownSettings(folder: DatabaseFolder, maxConnections: number) {
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
    // After a checkpoint the next change of each page writes the full page to the log, so checkpoints are rare.
    'checkpoint_timeout=15min',
    // Plans of a shop's short queries never earn back their compilation.
    'jit=off',
    'timezone=UTC',
    'log_timezone=UTC',
    'logging_collector=off',
    'log_checkpoints=off',
  ]
}

function environment(binaries: Binaries) {
  // Nothing of ours: a PGOPTIONS or a locale of the person who starts the shop would change the server.
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', ...binaries.environment }
}

function identity({ uid, gid }: ServerUser) {
  return uid === undefined ? {} : { uid, gid }
}

async function acquireFolder({ data, run: sockets, log }: DatabaseFolder, user: ServerUser) {
  if (!user.owner) return
  const { uid, gid } = user.owner
  if ((await stat(data)).uid !== uid) await run('chown', ['-R', `${uid}:${gid}`, data])
  await giveTo(user, sockets)
  await (await open(log, 'a', 0o600)).close()
  await giveTo(user, log)
}

async function giveTo({ owner }: ServerUser, path: string) {
  if (owner) await chown(path, owner.uid, owner.gid)
}

async function turnLog(log: string) {
  if (await isLarge(log)) await rename(log, `${log}.1`)
}

/**
 * Rotates the log of a running server, which keeps the file open: it is copied and then truncated. A line written between the
 * two is lost. The caller must hold the lock.
 */
export async function rotateOpenLog({ log }: DatabaseFolder) {
  if (!(await isLarge(log))) return
  await copyFile(log, `${log}.1`)
  await truncate(log)
}

export async function isLarge(log: string) {
  const found = await stat(log).catch(() => undefined)
  return found !== undefined && found.size > LARGEST_LOG
}
