// npm run bench: measures the shop's own side against raw node:http in one run, and its pages in a slowed
// browser, as tables. `npm run bench -- search`, `-- api`, `-- step`, `-- backoffice` or `-- browser` measures one of the five, and
// `-- browser pages`, `clicks` or `scrolling` one of its parts. `-- step` says what each step of a checkout costs.
// `-- costs` measures what `npm test` compares with tools/bench/recorded-costs.json; `-- costs record` writes that file.
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { buildMeasurements, checkNode, installPackages, root } from './prepare.mjs'

checkNode()
await installPackages({ forTests: true })
await buildMeasurements()
process.chdir(root)
const only = process.argv[2]
for (const part of ['costs', 'search', 'api', 'step', 'backoffice', 'browser']) {
  if (only === undefined || only === part) {
    await import(pathToFileURL(path.join(root, `dist/measurements/${part}-bench.mjs`)).href)
  }
}
