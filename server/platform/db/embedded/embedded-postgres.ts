import { setTimeout as pause } from 'node:timers/promises'
import { findBinaries, prepareBinaries } from '#server/platform/db/embedded/binaries.ts'
import {
  codeOf,
  explainSystemError,
  wrongVersion,
} from '#server/platform/db/embedded/system-errors.ts'
import {
  type DatabaseFolder,
  dataVersion,
  openFolder,
} from '#server/platform/db/embedded/database-folder.ts'
import { createData } from '#server/platform/db/embedded/create-data.ts'
import {
  isAlive,
  POLL_MS,
  type RunningProcess,
  signal,
  waitForEnd,
} from '#server/platform/db/embedded/running-process.ts'
import {
  findPostmasterOrCleanUp,
  FolderBusy,
  isLargeLog,
  PORT,
  rotateOpenLog,
  runningPostmaster,
  SERVING_ROLE,
  startPostmaster,
  SUPERUSER,
} from '#server/platform/db/embedded/server-process.ts'
import {
  withFolderLock,
  livePresenceSockets,
  LockHeld,
  createPresenceSocket,
  type Presence,
} from '#server/platform/db/embedded/lock-files.ts'
import { type Connection, reachDatabase } from '#server/platform/db/embedded/reach-database.ts'
import { findServerUser } from '#server/platform/db/embedded/server-user.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'

export type EmbeddedPostgres = {
  /** Connects as the owner of the tables, for `postgres` and for `pg`, which have no common URL format for a socket. */
  connection: Connection
  /** Connects as the role that serves the shop. */
  serving: Connection
  /** Whether the server was running already. */
  adopted: boolean
  /** Changes when the server was restarted. */
  readonly pid: number
  /** Leaves the server to other processes that use it. The last one stops it. */
  stop(): Promise<void>
  /** Sends the stop signal without waiting. */
  release(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  folder: string
  database?: string
  maxConnections?: number
  /** PostgreSQL settings that override the shop's, for databases without valuable data. */
  settings?: readonly string[]
  onProgress?: (line: string) => void
  /** The server died and is being restarted. */
  onExit?: (reason: string) => void
  /** How often the size of the server's log is checked. */
  logWatchMs?: number
  /** Simulates systems without user namespaces, for tests. */
  withoutUserNamespaces?: boolean
  /** Aborts the start and stops everything that it has started. */
  abort?: AbortSignal | undefined
}

/** Longer than the recovery of a large database after a crash takes. */
const START_TIMEOUT_MS = 120_000
/** Another process may be recovering the database that we wait for. */
const LOCK_TIMEOUT_MS = START_TIMEOUT_MS + 10_000
const STOP_LOCK_TIMEOUT_MS = 5_000
const RELEASE_LOCK_TIMEOUT_MS = 300
const FAST_SHUTDOWN_MS = 8_000
/** The server kills remaining backends five seconds after an immediate shutdown. */
const IMMEDIATE_SHUTDOWN_MS = 6_000
const WATCH_MS = 100
const LOG_WATCH_MS = 60_000
const LOG_LOCK_TIMEOUT_MS = 1_000
const MAX_RETRY_DELAY_MS = 5_000
/** A server that ran for a shorter time is restarted with a longer delay each time. */
const STABLE_MS = 30_000

type Instance = Omit<EmbeddedPostgresOptions, 'folder'> & {
  folder: DatabaseFolder
  connection: Connection
  maxConnections: number
}

type FoundServer = { server: RunningProcess; adopted: boolean }

/** Starts the shop's own PostgreSQL in a folder, or uses the running one. */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  try {
    const instance = await openInstance(options)
    const { folder } = instance
    const open = async () => {
      const presence = await createPresenceSocket(folder.run, 'user')
      try {
        return { presence, found: await findOrStart(instance, options.abort) }
      } catch (error) {
        // Without an abort the server stays running: it may still be recovering, and a retry can use it.
        if (options.abort?.aborted) await leaveAndEnd(folder, presence, shutDown).catch(() => {})
        await presence.remove()
        throw error
      }
    }
    const { found, presence } = await withFolderLock(
      folder.run,
      LOCK_TIMEOUT_MS,
      open,
      options.abort,
    )
    return supervise(instance, found, presence)
  } catch (error) {
    throw explainSystemError(error, options.folder)
  }
}

async function openInstance(options: EmbeddedPostgresOptions): Promise<Instance> {
  const { database = 'giftpoint', maxConnections = 60 } = options
  const folder = await openFolder(options.folder)
  const connection = { host: folder.run, port: PORT, user: SUPERUSER, database }
  return { ...options, folder, connection, maxConnections }
}

/** Only for the process that holds the lock. */
async function findOrStart(instance: Instance, abort?: AbortSignal): Promise<FoundServer> {
  const deadline = AbortSignal.timeout(START_TIMEOUT_MS)
  const signal = abort ? AbortSignal.any([abort, deadline]) : deadline
  try {
    for (;;) {
      const server = await findPostmasterOrCleanUp(instance.folder)
      if (server?.ready && (await reachDatabase(instance.connection)))
        return { server, adopted: true }
      if (!server) {
        const started = await startServer(instance, signal)
        if (started && (await reachDatabase(instance.connection)))
          return { server: started, adopted: false }
      }
      await pause(POLL_MS, undefined, { signal })
    }
  } catch (error) {
    if (!deadline.aborted) throw error
    throw new StartupProblem(
      `PostgreSQL in ${instance.folder.root} did not accept connections within ${START_TIMEOUT_MS / 1000} seconds: read ${instance.folder.log}, or set DATABASE_URL to use another one.`,
    )
  }
}

/** Returns undefined while the folder is busy: processes of the last server are still ending. */
async function startServer(instance: Instance, abort: AbortSignal) {
  const { folder, maxConnections, settings = [], withoutUserNamespaces = false } = instance
  const [found, version, user] = await Promise.all([
    findBinaries(),
    dataVersion(folder),
    findServerUser(folder, { withoutUserNamespaces }),
  ])
  if (version !== undefined && version !== found.major) {
    throw wrongVersion(folder.root, version, found.major)
  }

  const binaries = await prepareBinaries(found, folder.root, user)
  if (version === undefined) {
    instance.onProgress?.(`Creating a database in ${folder.root}`)
    await createData(folder, binaries, user, abort)
  }
  try {
    instance.onProgress?.('Starting the database')
    return await startPostmaster(folder, binaries, user, {
      maxConnections,
      settings,
      abort,
    })
  } catch (error) {
    if (error instanceof FolderBusy) return undefined
    throw error
  }
}

function supervise(instance: Instance, found: FoundServer, presence: Presence): EmbeddedPostgres {
  const watched = { server: found.server }
  const stopSignal = new AbortController()
  const watching = restartOnExit(instance, watched, stopSignal.signal)
  let stopped: Promise<void> | undefined

  async function stop() {
    stopSignal.abort()
    await watching
    await leaveServer(instance.folder, presence, watched.server, STOP_LOCK_TIMEOUT_MS, shutDown)
  }
  /**
   * A process that is stopping already has sent the signal, or waits for another one that is about to use the server.
   */
  async function release() {
    stopSignal.abort()
    if (stopped) return
    const notify = async ({ pid }: RunningProcess) => void signal(pid, 'SIGINT')
    await leaveServer(instance.folder, presence, watched.server, RELEASE_LOCK_TIMEOUT_MS, notify)
  }
  return {
    connection: instance.connection,
    serving: { ...instance.connection, user: SERVING_ROLE },
    adopted: found.adopted,
    get pid() {
      return watched.server.pid
    },
    stop: () => (stopped ??= stop()),
    release,
  }
}

/**
 * Starts the server again when it dies. The first of several processes does it; those that started it recently wait
 * longer and find it running.
 */
async function restartOnExit(
  instance: Instance,
  watched: { server: RunningProcess },
  stopSignal: AbortSignal,
) {
  // The check alone must not keep a process alive.
  const wait = (time: number) => pause(time, undefined, { ref: false, signal: stopSignal })
  let startedAt = Date.now()
  let attempts = 0
  let logCheckedAt = Date.now()
  try {
    for (;;) {
      await wait(WATCH_MS)
      if (isAlive(watched.server)) {
        if (Date.now() - logCheckedAt > (instance.logWatchMs ?? LOG_WATCH_MS)) {
          logCheckedAt = Date.now()
          await rotateLog(instance)
        }
        if (Date.now() - startedAt > STABLE_MS) attempts = 0
        continue
      }

      instance.onExit?.(
        `PostgreSQL (process ${watched.server.pid}) has ended and is being restarted.`,
      )
      for (let found: FoundServer | undefined; !found;) {
        const timeoutMs = Math.min(100 * 2 ** attempts, MAX_RETRY_DELAY_MS)
        const retryAt = Date.now() + (attempts > 0 ? timeoutMs : 0)
        while (Date.now() < retryAt && !(await runningPostmaster(instance.folder)))
          await wait(WATCH_MS)
        found = await tryFindOrStart(instance, stopSignal)
        if (found) watched.server = found.server
        if (!found?.adopted) attempts += 1
      }
      startedAt = Date.now()
    }
  } catch (error) {
    if (!stopSignal.aborted) throw error
  }
}

async function rotateLog({ folder, onExit }: Instance) {
  try {
    if (!(await isLargeLog(folder.log))) return
    await withFolderLock(folder.run, LOG_LOCK_TIMEOUT_MS, () => rotateOpenLog(folder))
  } catch (error) {
    // Another process holds the lock, or the disk is full: the next check tries again.
    if (!(error instanceof LockHeld))
      onExit?.(`postgres.log could not be rotated (${codeOf(error)}).`)
  }
}

async function tryFindOrStart(
  instance: Instance,
  stopSignal: AbortSignal,
): Promise<FoundServer | undefined> {
  try {
    return await withFolderLock(instance.folder.run, LOCK_TIMEOUT_MS, () =>
      findOrStart(instance, stopSignal),
    )
  } catch (error) {
    if (stopSignal.aborted) throw error
    const problem = explainSystemError(error, instance.folder.root)
    instance.onExit?.(problem instanceof Error ? problem.message : String(problem))
    return undefined
  }
}

type EndServer = (server: RunningProcess) => Promise<void>

async function leaveServer(
  folder: DatabaseFolder,
  presence: Presence,
  watched: RunningProcess,
  timeoutMs: number,
  end: EndServer,
) {
  try {
    await withFolderLock(folder.run, timeoutMs, () => leaveAndEnd(folder, presence, end))
  } catch (error) {
    // The folder was deleted: there is nothing left to share or save.
    if (codeOf(error) === 'ENOENT') return endImmediately(watched)
    // Another process is about to use the server and must stop it later.
    if (!(error instanceof LockHeld)) throw error
  } finally {
    await presence.remove()
  }
}

/** Only for the process that holds the lock. */
async function leaveAndEnd(folder: DatabaseFolder, presence: Presence, end: EndServer) {
  await presence.remove()
  const others = await livePresenceSockets(folder.run, 'user')
  if (others.length > 0) return
  const server = await findPostmasterOrCleanUp(folder)
  if (server) await end(server)
}

async function shutDown(server: RunningProcess) {
  signal(server.pid, 'SIGINT')
  if (!(await waitForEnd(server, FAST_SHUTDOWN_MS))) await endImmediately(server)
}

async function endImmediately(server: RunningProcess) {
  if (!isAlive(server)) return
  signal(server.pid, 'SIGQUIT')
  if (!(await waitForEnd(server, IMMEDIATE_SHUTDOWN_MS))) signal(server.pid, 'SIGKILL')
}
