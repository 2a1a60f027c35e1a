// npm run screenshots: screenshots of every page and overlay, wide and on a phone, in .cache/screenshots. `npm run
// screenshots -- cart delivery` takes only those whose name contains one of the words. SCREENSHOTS_DATA names a
// folder that stores the shop's data, which makes the next run faster.
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { buildMeasurements, checkNode, handleSignals, installPackages, root } from './prepare.mjs'

handleSignals()
checkNode()
await installPackages({ forTests: true })
await buildMeasurements()
process.chdir(root)
await import(pathToFileURL(path.join(root, 'dist/measurements/screenshots.mjs')).href)
