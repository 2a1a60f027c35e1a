// npm run demo-history: plays the history of the demo world again and writes demo/history (some ten minutes).
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { buildMeasurements, checkNode, endWithChildren, installPackages, root } from './prepare.mjs'

endWithChildren()
checkNode()
await installPackages({ forTests: true })
await buildMeasurements()
process.chdir(root)
await import(pathToFileURL(path.join(root, 'dist/measurements/make-history.mjs')).href)
