// npm run check: fifty kills and stops of the shop, its database and single connections, and the proof that nothing was lost.
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { buildMeasurements, checkNode, endWithChildren, installPackages, root } from './prepare.mjs'

endWithChildren()
checkNode()
await installPackages({ forTests: true })
await buildMeasurements()
process.chdir(root)
await import(pathToFileURL(path.join(root, 'dist/measurements/crash-rounds.mjs')).href)
