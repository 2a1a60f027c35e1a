// npm test: everything that has to hold, from the walls of the house to whole purchases. Ends in one line
// that counts. `npm test -- server/modules/cart` runs only the tests whose path holds that. `npm run test:long` walks what
// takes longer: every page by axe on every channel, and every cart through every end of a payment.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

import { build, checkNode, installPackages, root } from './prepare.mjs'

checkNode()
await installPackages({ forTests: true })
process.chdir(root)
const bin = (name) => path.join(root, 'node_modules/.bin', name)
const long = process.argv[2] === '--long'
const only = process.argv.slice(long ? 3 : 2)
const projects = long ? ['long'] : only.length === 0 ? ['rules', 'server', 'browser', 'costs'] : []
const whole = !long && only.length === 0

// One checker: several would each compute the same types, and two cores have other work. Incremental, so unchanged
// code is not checked again.
const typesOf = (name) => ({
  name: `types of ${name}`,
  tool: 'tsc',
  args: `-p ${name} --checkers 1 --incremental --tsBuildInfoFile .cache/types-of-${name}`.split(
    ' ',
  ),
})

// The longest first: what goes beside it ends sooner.
const checks = [
  { name: 'lint', tool: 'oxlint', args: ['--type-aware', '--deny-warnings', '--quiet'] },
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
  { name: 'format', tool: 'oxfmt', args: ['--check', '.'] },
  typesOf('domain'),
]

let passed = 0
let failed = 0

// The tests mostly wait for pages, timers and processes, so the static checks run beside them, one after the other.
let checking = Promise.resolve()
let underCheck
let brokenOff = false
if (whole) {
  console.log('Checking types, lint, format and unused code beside the tests …')
  checking = checkAll()
  await build()
}

async function checkAll() {
  for (const one of checks) if (!brokenOff) await check(one)
}

async function check({ name, tool, args }) {
  const started = Date.now()
  const child = spawn(tool === 'node' ? process.execPath : bin(tool), args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Both the compiler and the linter are written in Go: half of their time would go into collecting a heap that fits.
    env: { GOGC: '400', ...process.env },
  })
  underCheck = child
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part))
  const status = await new Promise((done) => {
    child.on('error', () => done(1))
    child.on('close', done)
  })
  const seconds = Math.round((Date.now() - started) / 100) / 10
  if (status === 0) passed += 1
  else {
    failed += 1
    console.log(said)
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
    ...only,
  ],
  { stdio: ['ignore', 'inherit', 'inherit'] },
)
// Stops the test database on a stop signal.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    brokenOff = true
    underCheck?.kill(signal)
    vitest.kill(signal)
  })
const status = await new Promise((done) => vitest.on('exit', (code) => done(code ?? 1)))
await checking
try {
  const counts = JSON.parse(readFileSync(report, 'utf8'))
  passed += counts.numPassedTests
  // A file that could not even be read holds no test that failed.
  const unread = counts.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  failed += counts.numFailedTests + unread.length
} catch {
  failed += 1
}
if (status !== 0 && failed === 0) failed = 1

if (long && only.length === 0) {
  for (const script of ['mutants', 'guards']) {
    const { status } = spawnSync(process.execPath, [path.join(root, `scripts/${script}.mjs`)], {
      stdio: 'inherit',
    })
    if (status === 0) passed += 1
    else failed += 1
  }
}

if (whole && failed === 0) {
  const { writeConformance } = await import('./conformance.mjs')
  writeConformance(report)
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
