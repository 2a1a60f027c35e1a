// What the rig starts, and ends again: programs of Debian's packages and shops of this build, each with a log of its own.
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Debian keeps each version of PostgreSQL in a folder of its own. */
const DEBIAN = '/usr/lib/postgresql'
const VERSIONS = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
const PROGRAM_FOLDERS = [
  ...VERSIONS.map((version) => path.join(DEBIAN, version, 'bin')),
  ...(process.env.PATH ?? '').split(':'),
  '/usr/sbin',
]
const PACKAGES = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  pg_controldata: 'postgresql-15',
}

export const pathOf = (program) =>
  PROGRAM_FOLDERS.map((folder) => path.join(folder, program)).find((file) => existsSync(file))

/** The missing packages, as an install command. Undefined if nothing is missing. */
export function installHint() {
  const missing = Object.keys(PACKAGES).filter((program) => pathOf(program) === undefined)
  if (missing.length === 0) return undefined
  return `npm run scale needs ${missing.join(', ')}: apt-get install ${missing.map((program) => PACKAGES[program]).join(' ')}`
}

/** PostgreSQL refuses to run as root. */
function postgresUser() {
  if (process.getuid() !== 0) return {}
  const id = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

export const folder = mkdtempSync(path.join(os.tmpdir(), 'giftpoint-scale-'))
chmodSync(folder, 0o755)
const owner = postgresUser()
const running = new Map()

/** A folder that PostgreSQL's user may write. */
export function folderFor(name) {
  const subfolder = path.join(folder, name)
  mkdirSync(subfolder, { recursive: true, mode: 0o700 })
  if (owner.uid !== undefined) chownSync(subfolder, owner.uid, owner.gid)
  return subfolder
}

/** In a process group of its own, so that a Ctrl+C is for us, and we end them in order. */
export function start(name, program, args, { environment = {}, asPostgres = false } = {}) {
  const log = openSync(path.join(folder, `${name}.log`), 'a')
  const child = spawn(program, args, {
    cwd: asPostgres ? folderFor(name) : undefined,
    env: { ...process.env, ...environment },
    stdio: ['ignore', log, log],
    detached: true,
    ...(asPostgres ? owner : {}),
  })
  const ended = new Promise((done) => child.on('exit', done))
  child.on('error', (error) => process.stderr.write(`${name}: ${error.message}\n`))
  running.set(name, { child, ended })
  return child
}

export async function stop(name, signal = 'SIGTERM', timeoutMs = 30_000) {
  const program = running.get(name)
  if (!program) return
  running.delete(name)
  if (program.child.exitCode === null && program.child.signalCode === null)
    program.child.kill(signal)
  const late = setTimeout(() => program.child.kill('SIGKILL'), timeoutMs)
  await program.ended
  clearTimeout(late)
}

/** The last that was started ends first; of a PostgreSQL that was frozen, or lost its Patroni, nothing stays. */
export async function stopAll() {
  for (const name of [...running.keys()].reverse()) await stop(name)
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name, 'data/postmaster.pid')
    if (!existsSync(file)) continue
    for (const signal of ['SIGCONT', 'SIGQUIT'])
      signalProcess(Number.parseInt(readFileSync(file, 'utf8'), 10), signal)
  }
}

function signalProcess(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has already ended.
  }
}

export function eraseFiles() {
  rmSync(folder, { recursive: true, force: true })
}

export async function waitUntil(subject, condition, timeoutMs = 120_000) {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    try {
      const answer = await condition()
      if (answer) return answer
    } catch {
      // Not yet.
    }
    if (Date.now() > deadline) throw new Error(`${subject} did not start; see ${folder}/*.log`)
    await pause(100)
  }
}
