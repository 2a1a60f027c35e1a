// What `npm start`, `npm test` and `npm run shop` share: the right Node, the packages, a fresh build.
// Runs before anything is installed, so it uses no packages.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { withLock } from './prepare-lock.mjs'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/**
 * Results of commands go to standard output, so that they can be redirected; progress messages go to standard error.
 */
let out = process.stderr
let logProgress = (line) => out.write(`${line}\n`)
let logError = logProgress

/** Logs as the shop does (server/platform/log/event-lines.ts): one JSON object per line, unless at a terminal. */
export function logLikeShop() {
  out = process.stdout
  logProgress = asLog(process.stdout, 30)
  logError = asLog(process.stderr, 60)
}

const { LOG_FORMAT } = process.env
const isJson = (stream) => (LOG_FORMAT ? LOG_FORMAT === 'json' : !stream.isTTY)

function asLog(stream, level) {
  return (msg) =>
    stream.write(`${isJson(stream) ? JSON.stringify({ level, time: Date.now(), msg }) : msg}\n`)
}

const isForPerson = () => out.isTTY && !isJson(out)

/** At a terminal a step is one line that ends in its seconds; elsewhere only its start is logged. */
async function step(line, work) {
  if (!isForPerson()) {
    logProgress(line)
    return work()
  }
  const startedAt = performance.now()
  out.write(line)
  const status = await work()
  out.write(status === 0 ? ` ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n` : '\n')
  return status
}

/** Logs an error and exits with code 1. */
export function exitWithError(sentence) {
  logError(sentence)
  process.exit(1)
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']
const children = new Set()
let handlesSignals = false
/** The exit code of the signal that was received. */
let exitCode

/**
 * On a stop signal during an install or build, ends that first and exits with the signal's code, as a shell does (130
 * for SIGINT, 143 for SIGTERM). The shop has its own handlers later.
 */
export function handleSignals() {
  handlesSignals = true
  const end = (code) => {
    exitCode ??= code
    if (children.size === 0) process.exit(exitCode)
    for (const child of children) stop(child)
  }
  for (const signal of SIGNALS) process.on(signal, () => end(128 + os.constants.signals[signal]))
  process.on('parent-gone', () => end(1))
}

function stop(child) {
  try {
    // A negative id is that of the process group, with all that the child has started.
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGTERM')
  } catch {
    // It has already exited.
  }
}

/**
 * Runs a program and returns its exit code. Not blocking, so that signals are still handled. With signal handlers it
 * gets its own process group, so that only this process stops it, once.
 */
async function run(program, args, options = {}) {
  // At a terminal the program's output would mix with ours; it is shown only after a failure.
  const child = spawn(program, args, {
    cwd: root,
    stdio: isForPerson() ? ['ignore', 'pipe', 'pipe'] : ['ignore', 2, 2],
    detached: handlesSignals && process.platform !== 'win32',
    ...options,
  })
  children.add(child)
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => output.push(part))
  const status = await new Promise((done) => {
    child.on('error', () => done(1))
    child.on('close', (code) => done(code ?? 1))
  })
  children.delete(child)
  if (exitCode !== undefined) process.exit(exitCode)
  if (status !== 0) process.stderr.write(Buffer.concat(output))
  return status
}

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    exitWithError(`Node ${process.versions.node} is too old. Install Node 20.19 or newer.`)
  }
}

const announceWait = (activity) => () =>
  logProgress(`Another start is ${activity} here. Waiting for it.`)

/** Running and building need no `devDependencies`, which tests and measurements use. */
export async function installPackages({ forTests = false } = {}) {
  if (!isInstalled(forTests))
    await withLock(() => install(forTests), announceWait('installing packages'))
}

const STAMP_FILE = path.join(root, 'node_modules/.giftpoint-lock')
const lockFile = path.join(root, 'package-lock.json')
const lockHash = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex')

function isInstalled(forTests) {
  return matchesLock() && (!forTests || hasTestPackages())
}

const hasTestPackages = () => existsSync(path.join(root, 'node_modules/vitest/package.json'))

function matchesLock() {
  const installed = path.join(root, 'node_modules/.package-lock.json')
  if (!existsSync(installed)) return false
  if (existsSync(STAMP_FILE) && readFileSync(STAMP_FILE, 'utf8') === lockHash()) return true
  // Installed by hand: valid if it is not older than the lock file.
  if (statSync(installed).mtimeMs < statSync(lockFile).mtimeMs) return false
  writeStamp()
  return true
}

/** Leaves installed packages in place, because a shop may be running from them. */
const INSTALL_MISSING = ['install', '--no-save', '--include=dev', '--prefer-offline']

async function install(forTests) {
  if (isInstalled(forTests)) return
  const command = matchesLock()
    ? INSTALL_MISSING
    : ['ci', ...(forTests || hasTestPackages() ? [] : ['--omit=dev'])]
  const line = forTests
    ? 'Installing packages, those of the tests included (a minute or so) …'
    : 'Installing packages (half a minute or so) …'
  const args = [...command, '--no-audit', '--no-fund', '--loglevel=error']
  const status = await step(line, () => run('npm', args, { shell: process.platform === 'win32' }))
  if (status !== 0)
    exitWithError(`Package installation failed. Run npm ${command.join(' ')} to see the cause.`)
  writeStamp()
}

function writeStamp() {
  try {
    writeFileSync(STAMP_FILE, lockHash())
  } catch {
    // A tree that cannot be written is only checked again next time.
  }
}

/** The sources of the served files. A new test package changes the lock file, and so leads to a build, too. */
const BUILD_SOURCES = [
  'domain',
  'contract',
  'server',
  'storefront',
  'backoffice',
  'employer-portal',
  'tools/backup',
  'tools/check',
  'tools/demo-history',
  'tools/simulation',
  'ui',
  'scripts',
  'package.json',
  'package-lock.json',
]
const MEASUREMENT_SOURCES = ['tools', 'e2e']

const stampOf = (folder) => path.join(root, folder, '.built-from')
const isBuilt = (folder, currentFingerprint) =>
  existsSync(stampOf(folder)) && readFileSync(stampOf(folder), 'utf8') === currentFingerprint

/** Builds the served files if they are stale. */
export async function build() {
  if (!isBuilt('dist', fingerprint(BUILD_SOURCES)) && !isFinalBuild())
    await withLock(() => rebuild('dist', BUILD_SOURCES, 'build.mjs'), announceWait('building'))
}

/** Builds the benchmarks and the screenshots, too. */
export async function buildMeasurements() {
  await build()
  const sources = [...BUILD_SOURCES, ...MEASUREMENT_SOURCES]
  const folder = 'dist/measurements'
  if (!isBuilt(folder, fingerprint(sources)))
    await withLock(
      () => rebuild(folder, sources, 'build-measurements.mjs'),
      announceWait('building'),
    )
}

/** A finished build, as in an image: read-only, or without the build tools. */
function isFinalBuild() {
  if (!existsSync(stampOf('dist'))) return false
  try {
    accessSync(path.join(root, 'dist'), constants.W_OK)
    return !existsSync(path.join(root, 'node_modules/rolldown'))
  } catch {
    return true
  }
}

async function rebuild(folder, sources, script) {
  const currentFingerprint = fingerprint(sources)
  if (isBuilt(folder, currentFingerprint)) return
  // An interrupted build must not count as current, even if the sources return to an earlier state.
  rmSync(stampOf(folder), { force: true })
  const status = await step('Building …', () =>
    run(process.execPath, [path.join(root, 'scripts', script)]),
  )
  if (status !== 0) exitWithError('Build failed. The error is above.')
  mkdirSync(path.dirname(stampOf(folder)), { recursive: true })
  writeFileSync(stampOf(folder), currentFingerprint)
}

/** Names, sizes and times of all sources: enough to notice a change, and quick on every start. */
function fingerprint(sources) {
  const hash = createHash('sha256')
  const visit = (file) => {
    const stat = statSync(file, { throwIfNoEntry: false })
    if (!stat) return
    if (stat.isDirectory())
      for (const name of readdirSync(file).sort()) visit(path.join(file, name))
    else if (!/\.test\.tsx?$|\.md$/.test(file))
      hash.update(`${file} ${stat.size} ${stat.mtimeMs}\n`)
  }
  for (const source of sources) visit(path.join(root, source))
  return hash.digest('hex')
}
