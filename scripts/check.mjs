// npm run check: kills and stops the shop, its database and single connections fifty times, and checks that nothing was lost.
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { buildMeasurements, checkNode, handleSignals, installPackages, root } from './prepare.mjs'

handleSignals()
checkNode()
await installPackages({ forTests: true })
await buildMeasurements()
process.chdir(root)
await import(pathToFileURL(path.join(root, 'dist/measurements/crash-rounds.mjs')).href)
