// How well the rules are held: Stryker changes domain/ in thousands of small ways and looks whether a test of domain/
// notices. Part of `npm run test:long`; `node scripts/mutants.mjs domain/points.ts` tries one file. What was tried and
// has not changed since is not tried again (.cache/mutants).
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { checkNode, root } from './prepare.mjs'

/** What decides what is paid, what is given back and what may be ordered. */
const MONEY = [
  'cart-rules',
  'delivery',
  'exact-fit',
  'order-button',
  'order-state',
  'payment-state',
  'payment-step',
  'points',
  'refund-state',
  'stock-status',
  'undo-window',
  'voucher-code',
  'withdrawal',
  'zone-days',
].map((name) => `domain/${name}.ts`)

/** In percent of the mutants; each file of the money, and the rest of domain/ as a whole. */
const MONEY_BAR = 95
const REST_BAR = 80

checkNode()
process.chdir(root)
const only = process.argv.slice(2)
mkdirSync('.cache/mutants', { recursive: true })
const stryker = spawn(
  process.execPath,
  [
    path.join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js'),
    'run',
    ...(only.length > 0 ? ['--mutate', only.join(',')] : []),
  ],
  { stdio: ['ignore', 'inherit', 'inherit'] },
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stryker.kill(signal))
const status = await new Promise((done) => stryker.on('exit', (code) => done(code ?? 1)))
if (status !== 0) process.exit(status)

const report = JSON.parse(readFileSync('.cache/mutants/report.json', 'utf8'))
const tried = Object.entries(report.files)
  .filter(([file]) => only.length === 0 || only.includes(file))
  .map(([file, { source, mutants }]) => ({ file, ...count(mutants), left: left(source, mutants) }))
const money = tried.filter(({ file }) => MONEY.includes(file))
const rest = tried.filter(({ file }) => !MONEY.includes(file))

let failed = false
for (const { file, left } of tried) for (const line of left) console.log(`${file}:${line}`)
for (const one of [...money, ...rest]) say(one.file, one, money.includes(one) ? MONEY_BAR : 0)
for (const missing of only.length === 0 ? MONEY : []) {
  if (tried.some(({ file }) => file === missing)) continue
  console.log(`FAILED ${missing} is not there any more`)
  failed = true
}
if (only.length === 0) {
  say('the money', sum(money), MONEY_BAR)
  say('the rest of domain/', sum(rest), REST_BAR)
}
process.exitCode = failed ? 1 : 0

function count(mutants) {
  const of = (...states) => mutants.filter(({ status }) => states.includes(status)).length
  return { noticed: of('Killed', 'Timeout'), missed: of('Survived', 'NoCoverage') }
}

function sum(files) {
  const add = (key) => files.reduce((all, file) => all + file[key], 0)
  return { noticed: add('noticed'), missed: add('missed') }
}

/** What nobody noticed, as it stood and as it stood then. */
function left(source, mutants) {
  const lines = source.split('\n')
  return mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ location: { start, end }, replacement, mutatorName }) => {
      const last = start.line === end.line ? end.column - 1 : undefined
      const was = lines[start.line - 1].slice(start.column - 1, last)
      const now = (replacement ?? mutatorName).split('\n')[0]
      return `${start.line}: ${was} -> ${now}`
    })
}

function say(name, { noticed, missed }, bar) {
  const all = noticed + missed
  const score = all === 0 ? 100 : Math.floor((1000 * noticed) / all) / 10
  if (score < bar) failed = true
  const word = score < bar ? 'FAILED' : 'ok    '
  console.log(`${word} ${score.toFixed(1).padStart(5)}% of ${all} mutants noticed: ${name}`)
}
