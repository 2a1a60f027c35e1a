// npm run bench: measures the shop's own side against raw node:http in one run, as a table.
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { build, checkNode, installPackages, root } from './prepare.mjs'

checkNode()
installPackages()
build()
process.chdir(root)
await import(pathToFileURL(path.join(root, 'dist/api-bench.mjs')).href)
