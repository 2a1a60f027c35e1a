// npm test: types, lint, rules, server tests and tests in a browser. The last line counts them.
// `npm test -- server/modules/cart` runs the tests whose path contains this. `npm test -- --changed` runs what the
// uncommitted changes affect, `--changed main` what has changed since main. `npm run test:long` runs what takes longer.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

import { affectedBy, changedSince, projectsOf } from './changed-tests.mjs'
import { build, checkNode, installPackages, root } from './prepare.mjs'

checkNode()
await installPackages({ forTests: true })
process.chdir(root)
const bin = (name) => path.join(root, 'node_modules/.bin', name)
// The tests of the repository's rules, which take seconds.
const RULES = readdirSync('.').filter(
  (file) => file.endsWith('.test.ts') && file !== 'deploy.test.ts',
)
const isLong = process.argv[2] === '--long'
const changed =
  process.argv[2] === '--changed' ? changedSince(process.argv[3] ?? 'HEAD') : undefined
const filters = changed ? [...RULES, ...affectedBy(changed)] : process.argv.slice(isLong ? 3 : 2)
const isFullRun = !isLong && filters.length === 0
const PROJECTS = ['rules', 'components', 'server', 'browser']
const projects = isLong ? ['long'] : changed ? PROJECTS : isFullRun ? [...PROJECTS, 'costs'] : []

// One checker: several would each compute the same types, and two cores have other work. Incremental, so unchanged
// code is not checked again.
const typesOf = (name) => ({
  name: `types of ${name}`,
  tool: 'tsc',
  args: `-p ${name} --checkers 1 --incremental --tsBuildInfoFile .cache/types-of-${name}`.split(
    ' ',
  ),
})

const lint = (files) => ({
  name: 'lint',
  tool: 'oxlint',
  args: ['--type-aware', '--deny-warnings', '--quiet', ...files],
})
const format = (files) => ({ name: 'format', tool: 'oxfmt', args: ['--check', ...files] })

// The longest first, so that short ones are left at the end.
const ALL_CHECKS = [
  lint([]),
  typesOf('server'),
  typesOf('e2e'),
  typesOf('storefront'),
  typesOf('backoffice'),
  typesOf('tools'),
  typesOf('employer-portal'),
  { name: 'known vulnerabilities', tool: 'node', args: ['scripts/supply-chain.mjs', 'check'] },
  { name: 'unused code', tool: 'knip', args: ['--no-progress'] },
  typesOf('contract'),
  typesOf('ui'),
  format(['.']),
  typesOf('domain'),
]

function checksOf(changed) {
  const files = changed.filter((file) => existsSync(file))
  const sources = files.filter((file) => /\.(ts|tsx|js|mjs)$/.test(file))
  return [
    ...(sources.length > 0 ? [lint(sources)] : []),
    ...projectsOf(changed).map(typesOf),
    ...(files.length > 0 ? [format(files)] : []),
  ]
}

let passed = 0
let failed = 0

// The tests mostly wait for pages, timers and processes, so the static checks run beside them, one after the other.
let checksDone = Promise.resolve()
let runningCheck
let isStopped = false
if (isFullRun || changed) {
  console.log('Checking types, lint and format beside the tests …')
  checksDone = checkAll(changed ? checksOf(changed) : ALL_CHECKS)
}
if (isFullRun) await build()

async function checkAll(checks) {
  for (const next of checks) if (!isStopped) await check(next)
}

async function check({ name, tool, args }) {
  const started = Date.now()
  const child = spawn(tool === 'node' ? process.execPath : bin(tool), args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Compiler and linter are written in Go. By default half of their time would be garbage collection.
    env: { GOGC: '400', ...process.env },
  })
  runningCheck = child
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  const status = await new Promise((done) => {
    child.on('error', () => done(1))
    child.on('close', done)
  })
  const seconds = Math.round((Date.now() - started) / 100) / 10
  if (status === 0) passed += 1
  else {
    failed += 1
    console.log(output)
  }
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${String(seconds)} s)`)
}

mkdirSync('.cache', { recursive: true })
const report = path.join(root, '.cache/test-report.json')
rmSync(report, { force: true })
const vitest = spawn(
  process.execPath,
  [
    path.join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...projects.map((project) => `--project=${project}`),
    ...filters,
  ],
  { stdio: ['ignore', 'inherit', 'inherit'] },
)
// Stops the test database on a stop signal.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    isStopped = true
    runningCheck?.kill(signal)
    vitest.kill(signal)
  })
const status = await new Promise((done) => vitest.on('exit', (code) => done(code ?? 1)))
await checksDone
try {
  const counts = JSON.parse(readFileSync(report, 'utf8'))
  passed += counts.numPassedTests
  // A file that could not be loaded has no failed test.
  const unloadedFiles = counts.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  failed += counts.numFailedTests + unloadedFiles.length
} catch {
  failed += 1
}
if (status !== 0 && failed === 0) failed = 1

if (isLong && filters.length === 0) {
  for (const script of ['run-domain-mutation-tests', 'run-money-mutation-tests']) {
    const { status } = spawnSync(process.execPath, [path.join(root, `scripts/${script}.mjs`)], {
      stdio: 'inherit',
    })
    if (status === 0) passed += 1
    else failed += 1
  }
}

if (isFullRun && failed === 0) {
  const { writeConformance } = await import('./conformance.mjs')
  writeConformance(report)
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
