// Measures the tests of domain/: Stryker changes the code in thousands of small ways and checks that a test fails.
// Part of `npm run test:long`. `node scripts/run-domain-mutation-tests.mjs domain/vouchers/points.ts` tries one file;
// options such as `--concurrency=1` go to Stryker. Unchanged code is not tried again (.cache/mutants).
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { equalMutants } from './equivalent-mutants.mjs'
import { checkNode, root } from './prepare.mjs'

/** They decide amounts to pay and to refund, and what can be ordered. */
const MONEY = [
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
const MONEY_BAR = 95
const REST_BAR = 95

checkNode()
process.chdir(root)
const words = process.argv.slice(2)
const only = words.filter((word) => !word.startsWith('--')).flatMap((files) => files.split(','))
mkdirSync('.cache/mutants', { recursive: true })
eraseMissed()
const stryker = spawn(
  process.execPath,
  [
    path.join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js'),
    'run',
    ...(only.length > 0 ? ['--mutate', only.join(',')] : []),
    ...words.filter((word) => word.startsWith('--')),
  ],
  { stdio: ['ignore', 'inherit', 'inherit'] },
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stryker.kill(signal))
const status = await new Promise((done) => stryker.on('exit', (code) => done(code ?? 1)))
if (status !== 0) process.exit(status)

const report = JSON.parse(readFileSync('.cache/mutants/report.json', 'utf8'))
const tried = Object.entries(report.files)
  .filter(([file]) => only.length === 0 || only.includes(file))
  .map(([file, { source, mutants }]) => judge(file, source.split('\n'), mutants))
const money = tried.filter(({ file }) => MONEY.includes(file))
const rest = tried.filter(({ file }) => !MONEY.includes(file))

let failed = false
for (const one of tried) {
  for (const { at, was, now } of one.missed) console.log(`${one.file}:${at}: ${was} -> ${now}`)
}
for (const one of money) say(one.file, [one], MONEY_BAR)
for (const one of rest) say(one.file, [one], 0)
if (only.length === 0) {
  say('files of money', money, MONEY_BAR)
  say('the rest of domain/', rest, REST_BAR)
  for (const file of MONEY) if (!tried.some((one) => one.file === file)) fail(`${file} is gone`)
}
for (const { file, line, now } of equalMutants) {
  const equals = tried.find((one) => one.file === file)?.equals
  if (equals && !equals.some((one) => one.line === line && one.now === now)) {
    fail(`this line of ${file} has no such mutant any more: ${line}`)
  }
}
process.exitCode = failed ? 1 : 0

/** Stryker would reuse unnoticed results of the last run although the tests have changed since. */
function eraseMissed() {
  const kept = '.cache/mutants/incremental.json'
  if (!existsSync(kept)) return
  const last = JSON.parse(readFileSync(kept, 'utf8'))
  for (const file of Object.values(last.files)) {
    file.mutants = file.mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout')
  }
  writeFileSync(kept, JSON.stringify(last))
}

function judge(file, lines, mutants) {
  const noticed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  const left = mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ location: { start, end }, replacement, mutatorName }) => {
      const line = lines[start.line - 1]
      const last = start.line === end.line ? end.column - 1 : undefined
      return {
        at: start.line,
        line: line.trim(),
        was: line.slice(start.column - 1, last),
        now: (replacement ?? mutatorName).split('\n')[0],
      }
    })
  const isEqual = ({ line, now }) =>
    equalMutants.some((one) => one.file === file && one.line === line && one.now === now)
  return {
    file,
    noticed,
    missed: left.filter((one) => !isEqual(one)),
    equals: left.filter(isEqual),
  }
}

function say(name, files, bar) {
  const noticed = files.reduce((sum, file) => sum + file.noticed, 0)
  const all = files.reduce((sum, file) => sum + file.missed.length, noticed)
  const score = all === 0 ? 100 : Math.floor((1000 * noticed) / all) / 10
  const line = `${score.toFixed(1)}% of ${all} mutants noticed: ${name}`
  if (score < bar) fail(line)
  else console.log(`ok     ${line}`)
}

function fail(line) {
  failed = true
  console.log(`FAILED ${line}`)
}
