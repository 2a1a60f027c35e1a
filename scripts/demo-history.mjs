// npm run demo-history: creates the history of the demo again and writes it to demo/history (about ten minutes).
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { buildMeasurements, checkNode, handleSignals, installPackages, root } from './prepare.mjs'

handleSignals()
checkNode()
await installPackages({ forTests: true })
await buildMeasurements()
process.chdir(root)
await import(pathToFileURL(path.join(root, 'dist/measurements/make-history.mjs')).href)
