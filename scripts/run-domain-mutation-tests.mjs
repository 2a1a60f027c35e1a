// Measures the tests of domain/: Stryker changes the code in thousands of small ways and checks that a test fails.
// Part of `npm run test:long`. `node scripts/run-domain-mutation-tests.mjs domain/vouchers/points.ts` tries one file;
// options such as `--concurrency=1` go to Stryker. Unchanged code is not tried again (.cache/mutants).
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { equalMutants } from './equivalent-mutants.mjs'
import { checkNode, root } from './prepare.mjs'

/** Files that decide amounts to pay and to refund, and what can be ordered. */
const MONEY_FILES = [
  'cart/cart-rules',
  'catalog/exact-fit',
  'checkout/order-button',
  'fulfilment/delivery',
  'inventory/stock-status',
  'orders/order-state',
  'orders/undo-window',
  'payments/payment-state',
  'payments/payment-step',
  'payments/refund-state',
  'refunds/withdrawal',
  'time/zone-days',
  'vouchers/points',
  'vouchers/voucher-code',
].map((name) => `domain/${name}.ts`)

/** Percentage of mutants to notice: in each file of MONEY, and in the rest of domain/ together. */
const MIN_MONEY_SCORE = 95
const MIN_REST_SCORE = 95

checkNode()
process.chdir(root)
const args = process.argv.slice(2)
const only = args.filter((arg) => !arg.startsWith('--')).flatMap((files) => files.split(','))
mkdirSync('.cache/mutants', { recursive: true })
eraseMissedResults()
const stryker = spawn(
  process.execPath,
  [
    path.join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js'),
    'run',
    ...(only.length > 0 ? ['--mutate', only.join(',')] : []),
    ...args.filter((arg) => arg.startsWith('--')),
  ],
  { stdio: ['ignore', 'inherit', 'inherit'] },
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stryker.kill(signal))
const status = await new Promise((done) => stryker.on('exit', (code) => done(code ?? 1)))
if (status !== 0) process.exit(status)

const report = JSON.parse(readFileSync('.cache/mutants/report.json', 'utf8'))
const results = Object.entries(report.files)
  .filter(([file]) => only.length === 0 || only.includes(file))
  .map(([file, { source, mutants }]) => resultOf(file, source.split('\n'), mutants))
const money = results.filter(({ file }) => MONEY_FILES.includes(file))
const rest = results.filter(({ file }) => !MONEY_FILES.includes(file))

let failed = false
for (const result of results) {
  for (const { lineNumber, original, replacement } of result.missed)
    console.log(`${result.file}:${lineNumber}: ${original} -> ${replacement}`)
}
for (const result of money) reportScore(result.file, [result], MIN_MONEY_SCORE)
for (const result of rest) reportScore(result.file, [result], 0)
if (only.length === 0) {
  reportScore('files of money', money, MIN_MONEY_SCORE)
  reportScore('the rest of domain/', rest, MIN_REST_SCORE)
  for (const file of MONEY_FILES)
    if (!results.some((result) => result.file === file)) fail(`${file} was not tested`)
}
for (const { file, line, replacement } of equalMutants) {
  const equivalents = results.find((result) => result.file === file)?.equivalents
  const isListed = (mutant) => mutant.line === line && mutant.replacement === replacement
  if (equivalents && !equivalents.some(isListed)) {
    fail(`this line of ${file} has no such mutant any more: ${line}`)
  }
}
process.exitCode = failed ? 1 : 0

/** Stryker would reuse unnoticed results of the last run although the tests have changed since. */
function eraseMissedResults() {
  const incrementalFile = '.cache/mutants/incremental.json'
  if (!existsSync(incrementalFile)) return
  const lastRun = JSON.parse(readFileSync(incrementalFile, 'utf8'))
  for (const file of Object.values(lastRun.files)) {
    file.mutants = file.mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout')
  }
  writeFileSync(incrementalFile, JSON.stringify(lastRun))
}

function resultOf(file, lines, mutants) {
  const noticed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  const survived = mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ location: { start, end }, replacement, mutatorName }) => {
      const line = lines[start.line - 1]
      const endColumn = start.line === end.line ? end.column - 1 : undefined
      return {
        lineNumber: start.line,
        line: line.trim(),
        original: line.slice(start.column - 1, endColumn),
        replacement: (replacement ?? mutatorName).split('\n')[0],
      }
    })
  const isEquivalent = ({ line, replacement }) =>
    equalMutants.some(
      (mutant) =>
        mutant.file === file && mutant.line === line && mutant.replacement === replacement,
    )
  return {
    file,
    noticed,
    missed: survived.filter((mutant) => !isEquivalent(mutant)),
    equivalents: survived.filter(isEquivalent),
  }
}

function reportScore(name, files, minScore) {
  const noticed = files.reduce((sum, file) => sum + file.noticed, 0)
  const all = files.reduce((sum, file) => sum + file.missed.length, noticed)
  // Rounded down, so that 94.99% does not pass as 95%.
  const score = all === 0 ? 100 : Math.floor((1000 * noticed) / all) / 10
  const line = `${score.toFixed(1)}% of ${all} mutants noticed: ${name}`
  if (score < minScore) fail(line)
  else console.log(`ok     ${line}`)
}

function fail(line) {
  failed = true
  console.log(`FAILED ${line}`)
}
