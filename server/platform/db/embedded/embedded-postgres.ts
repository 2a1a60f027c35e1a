import { setTimeout as pause } from 'node:timers/promises'
import { findBinaries, prepareBinaries } from '#server/platform/db/embedded/binaries.ts'
import { codeOf, explainSystem, wrongVersion } from '#server/platform/db/embedded/system-errors.ts'
import {
  type DatabaseFolder,
  dataVersion,
  openFolder,
} from '#server/platform/db/embedded/database-folder.ts'
import { createData } from '#server/platform/db/embedded/create-data.ts'
import {
  lives,
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
  holdingLock,
  livingSigns,
  LockTaken,
  raiseSign,
  type Sign,
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
const START_PATIENCE_MS = 120_000
/** Another process may be recovering the database that we wait for. */
const LOCK_PATIENCE_MS = START_PATIENCE_MS + 10_000
const STOP_LOCK_PATIENCE_MS = 5_000
const LET_GO_LOCK_PATIENCE_MS = 300
const FAST_SHUTDOWN_MS = 8_000
/** The server kills remaining backends five seconds after an immediate shutdown. */
const IMMEDIATE_SHUTDOWN_MS = 6_000
const WATCH_MS = 100
const LOG_WATCH_MS = 60_000
const LOG_LOCK_PATIENCE_MS = 1_000
const LONGEST_BACK_OFF_MS = 5_000
/** A server that ran for a shorter time is restarted with a longer delay each time. */
const STABLE_MS = 30_000

type Shop = EmbeddedPostgresOptions & {
  place: DatabaseFolder
  connection: Connection
  maxConnections: number
}

type Found = { server: RunningProcess; adopted: boolean }

/** Starts the shop's own PostgreSQL in a folder, or uses the running one. */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  try {
    const shop = await openShop(options)
    const { place } = shop
    const open = async () => {
      const sign = await raiseSign(place.run, 'user')
      try {
        return { sign, found: await findOrStart(shop, options.abort) }
      } catch (error) {
        // Without an abort the server stays running: it may still be recovering, and a retry can use it.
        if (options.abort?.aborted) await lowerAndEnd(place, sign, shutDown).catch(() => {})
        await sign.lower()
        throw error
      }
    }
    const { found, sign } = await holdingLock(place.run, LOCK_PATIENCE_MS, open, options.abort)
    return supervise(shop, found, sign)
  } catch (error) {
    throw explainSystem(error, options.folder)
  }
}

async function openShop(options: EmbeddedPostgresOptions): Promise<Shop> {
  const { database = 'giftpoint', maxConnections = 60 } = options
  const place = await openFolder(options.folder)
  const connection = { host: place.run, port: PORT, user: SUPERUSER, database }
  return { ...options, place, connection, maxConnections }
}

/** Only for the process that holds the lock. */
async function findOrStart(shop: Shop, abort?: AbortSignal): Promise<Found> {
  const deadline = AbortSignal.timeout(START_PATIENCE_MS)
  const signal = abort ? AbortSignal.any([abort, deadline]) : deadline
  try {
    for (;;) {
      const server = await findPostmasterOrCleanUp(shop.place)
      if (server?.ready && (await reachDatabase(shop.connection))) return { server, adopted: true }
      if (!server) {
        const started = await startAgain(shop, signal)
        if (started && (await reachDatabase(shop.connection)))
          return { server: started, adopted: false }
      }
      await pause(POLL_MS, undefined, { signal })
    }
  } catch (error) {
    if (!deadline.aborted) throw error
    throw new StartupProblem(
      `PostgreSQL in ${shop.place.root} did not accept connections within ${START_PATIENCE_MS / 1000} seconds: read ${shop.place.log}, or set DATABASE_URL to use another one.`,
    )
  }
}

/** Returns undefined while the folder is busy: processes of the last server are still ending. */
async function startAgain(shop: Shop, abort: AbortSignal) {
  const { place, maxConnections, settings = [], withoutUserNamespaces = false } = shop
  const [found, version, user] = await Promise.all([
    findBinaries(),
    dataVersion(place),
    findServerUser(place, { withoutUserNamespaces }),
  ])
  if (version !== undefined && version !== found.major) {
    throw wrongVersion(place.root, version, found.major)
  }

  const binaries = await prepareBinaries(found, place.root, user)
  if (version === undefined) {
    shop.onProgress?.(`Creating a database in ${place.root}`)
    await createData(place, binaries, user, abort)
  }
  try {
    shop.onProgress?.('Starting the database')
    return await startPostmaster(place, binaries, user, {
      maxConnections,
      settings,
      abort,
    })
  } catch (error) {
    if (error instanceof FolderBusy) return undefined
    throw error
  }
}

function supervise(shop: Shop, found: Found, sign: Sign): EmbeddedPostgres {
  const watched = { server: found.server }
  const quit = new AbortController()
  const watching = watch(shop, watched, quit.signal)
  let stopped: Promise<void> | undefined

  async function stop() {
    quit.abort()
    await watching
    await leave(shop.place, sign, watched.server, STOP_LOCK_PATIENCE_MS, shutDown)
  }
  /**
   * A process that is stopping already has sent the signal, or waits for another one that is about to use the server.
   */
  async function release() {
    quit.abort()
    if (stopped) return
    const notify = async ({ pid }: RunningProcess) => void signal(pid, 'SIGINT')
    await leave(shop.place, sign, watched.server, LET_GO_LOCK_PATIENCE_MS, notify)
  }
  return {
    connection: shop.connection,
    serving: { ...shop.connection, user: SERVING_ROLE },
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
async function watch(shop: Shop, watched: { server: RunningProcess }, quit: AbortSignal) {
  // The check alone must not keep a process alive.
  const rest = (time: number) => pause(time, undefined, { ref: false, signal: quit })
  let startedAt = Date.now()
  let attempts = 0
  let logSeenAt = Date.now()
  try {
    for (;;) {
      await rest(WATCH_MS)
      if (lives(watched.server)) {
        if (Date.now() - logSeenAt > (shop.logWatchMs ?? LOG_WATCH_MS)) {
          logSeenAt = Date.now()
          await rotateLog(shop)
        }
        if (Date.now() - startedAt > STABLE_MS) attempts = 0
        continue
      }

      shop.onExit?.(`PostgreSQL (process ${watched.server.pid}) has ended and is being restarted.`)
      for (let found: Found | undefined; !found;) {
        const patience = Math.min(100 * 2 ** attempts, LONGEST_BACK_OFF_MS)
        const until = Date.now() + (attempts > 0 ? patience : 0)
        while (Date.now() < until && !(await runningPostmaster(shop.place))) await rest(WATCH_MS)
        found = await findAgain(shop, quit)
        if (found) watched.server = found.server
        if (!found?.adopted) attempts += 1
      }
      startedAt = Date.now()
    }
  } catch (error) {
    if (!quit.aborted) throw error
  }
}

async function rotateLog({ place, onExit }: Shop) {
  try {
    if (!(await isLargeLog(place.log))) return
    await holdingLock(place.run, LOG_LOCK_PATIENCE_MS, () => rotateOpenLog(place))
  } catch (error) {
    // Another process holds the lock, or the disk is full: the next check tries again.
    if (!(error instanceof LockTaken))
      onExit?.(`postgres.log could not be rotated (${codeOf(error)}).`)
  }
}

async function findAgain(shop: Shop, quit: AbortSignal): Promise<Found | undefined> {
  try {
    return await holdingLock(shop.place.run, LOCK_PATIENCE_MS, () => findOrStart(shop, quit))
  } catch (error) {
    if (quit.aborted) throw error
    const problem = explainSystem(error, shop.place.root)
    shop.onExit?.(problem instanceof Error ? problem.message : String(problem))
    return undefined
  }
}

type End = (server: RunningProcess) => Promise<void>

async function leave(
  place: DatabaseFolder,
  sign: Sign,
  watched: RunningProcess,
  patience: number,
  end: End,
) {
  try {
    await holdingLock(place.run, patience, () => lowerAndEnd(place, sign, end))
  } catch (error) {
    // The folder was deleted: there is nothing left to share or save.
    if (codeOf(error) === 'ENOENT') return endAtOnce(watched)
    // Another process is about to use the server and must stop it later.
    if (!(error instanceof LockTaken)) throw error
  } finally {
    await sign.lower()
  }
}

/** Only for the process that holds the lock. */
async function lowerAndEnd(place: DatabaseFolder, sign: Sign, end: End) {
  await sign.lower()
  const others = await livingSigns(place.run, 'user')
  if (others.length > 0) return
  const server = await findPostmasterOrCleanUp(place)
  if (server) await end(server)
}

async function shutDown(server: RunningProcess) {
  signal(server.pid, 'SIGINT')
  if (!(await waitForEnd(server, FAST_SHUTDOWN_MS))) await endAtOnce(server)
}

async function endAtOnce(server: RunningProcess) {
  if (!lives(server)) return
  signal(server.pid, 'SIGQUIT')
  if (!(await waitForEnd(server, IMMEDIATE_SHUTDOWN_MS))) signal(server.pid, 'SIGKILL')
}
