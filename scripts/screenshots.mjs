// npm run screenshots: pictures of every page and overlay, wide and on a phone, in .cache/screenshots.
// `npm run screenshots -- cart delivery` makes only those whose name holds one of the words;
// SCREENSHOTS_DATA names a folder in which the shop's world is kept, which makes the next run quicker.
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { buildMeasurements, checkNode, endWithChildren, installPackages, root } from './prepare.mjs'

endWithChildren()
checkNode()
await installPackages({ forTests: true })
await buildMeasurements()
process.chdir(root)
await import(pathToFileURL(path.join(root, 'dist/measurements/screenshots.mjs')).href)
