// npm run shop -- COMMAND: the command line.
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { build, checkNode, installPackages, root } from './prepare.mjs'

checkNode()
await installPackages()
await build()
await import(pathToFileURL(path.join(root, 'dist/shop.mjs')).href)
