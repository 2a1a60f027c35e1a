// npm run bench: measures the shop's own side against raw node:http in one run, and its pages in a slowed
// browser, as tables. `npm run bench -- --help` lists its parts.
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { buildMeasurements, checkNode, endWithChildren, installPackages, root } from './prepare.mjs'

/** Each part with what may follow its name. */
const PARTS = {
  costs: { does: 'what npm test compares with tools/bench/recorded-costs.json', parts: ['record'] },
  search: { does: 'the search by itself', parts: [] },
  api: { does: 'requests per second against raw node:http', parts: [] },
  step: { does: 'processor time of each step of a checkout', parts: [] },
  backoffice: { does: 'the back office with 300 channels', parts: [] },
  browser: { does: 'pages in a slowed browser', parts: ['pages', 'clicks', 'scrolling'] },
}

const MOST_LOAD = 1.5

const [only, detail] = process.argv.slice(2)
if (only === '--help' || only === '-h') {
  process.stdout.write(help())
  process.exit(0)
}
if (only !== undefined) refuseUnknown()

endWithChildren()
checkNode()
const [load = 0] = os.loadavg()
if (load > MOST_LOAD) {
  process.stderr.write(
    `The load average is ${load.toFixed(1)}. Above ${MOST_LOAD} the results depend on other programs.\n`,
  )
}
await installPackages({ forTests: true })
await buildMeasurements()
process.chdir(root)
for (const part of Object.keys(PARTS)) {
  if (only === undefined || only === part) {
    await import(pathToFileURL(path.join(root, `dist/measurements/${part}-bench.mjs`)).href)
  }
}

function help() {
  const lines = Object.entries(PARTS).map(([name, { does, parts }]) => {
    const more = parts.length > 0 ? ` [${parts.join('|')}]` : ''
    return `  ${(name + more).padEnd(34)} ${does}\n`
  })
  return `Usage: npm run bench -- [part]\nWithout a part, all of them run.\n${lines.join('')}`
}

function refuseUnknown() {
  const part = Object.hasOwn(PARTS, only) ? PARTS[only] : undefined
  if (part && (detail === undefined || part.parts.includes(detail))) return
  const what = part ? `${only} has no part '${detail}'` : `There is no bench '${only}'`
  process.stderr.write(`${what}.\n${help()}`)
  process.exit(2)
}
