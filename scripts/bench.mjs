// npm run bench: measures the shop's own side against raw node:http in one run, and its pages in a slowed
// browser, as tables. `npm run bench -- --help` lists its parts.
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { buildMeasurements, checkNode, handleSignals, installPackages, root } from './prepare.mjs'

/** Each benchmark with the arguments that can follow its name. */
const BENCHMARKS = {
  costs: {
    description: 'the costs that npm test compares with tools/bench/recorded-costs.json',
    args: ['record'],
  },
  search: { description: 'the search by itself', args: [] },
  api: { description: 'requests per second against raw node:http', args: [] },
  step: { description: 'processor time of each step of a checkout', args: [] },
  backoffice: { description: 'the back office with 300 channels', args: [] },
  browser: { description: 'pages in a slowed browser', args: ['pages', 'clicks', 'scrolling'] },
}

const MAX_LOAD = 1.5

const [only, detail] = process.argv.slice(2)
if (only === '--help' || only === '-h') {
  process.stdout.write(help())
  process.exit(0)
}
if (only !== undefined) refuseUnknownBenchmark()

handleSignals()
checkNode()
const [load = 0] = os.loadavg()
if (load > MAX_LOAD) {
  process.stderr.write(
    `The load average is ${load.toFixed(1)}. Above ${MAX_LOAD} the results depend on other programs.\n`,
  )
}
await installPackages({ forTests: true })
await buildMeasurements()
process.chdir(root)
for (const name of Object.keys(BENCHMARKS)) {
  if (only === undefined || only === name) {
    await import(pathToFileURL(path.join(root, `dist/measurements/${name}-bench.mjs`)).href)
  }
}

function help() {
  const lines = Object.entries(BENCHMARKS).map(([name, { description, args }]) => {
    const argsText = args.length > 0 ? ` [${args.join('|')}]` : ''
    return `  ${(name + argsText).padEnd(34)} ${description}\n`
  })
  return `Usage: npm run bench -- [part]\nWithout a part, all of them run.\n${lines.join('')}`
}

function refuseUnknownBenchmark() {
  const benchmark = Object.hasOwn(BENCHMARKS, only) ? BENCHMARKS[only] : undefined
  if (benchmark && (detail === undefined || benchmark.args.includes(detail))) return
  const message = benchmark ? `${only} has no part '${detail}'` : `There is no bench '${only}'`
  process.stderr.write(`${message}.\n${help()}`)
  process.exit(2)
}
