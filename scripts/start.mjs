// npm start: installs missing packages, builds stale files, starts the shop. Also the only process of a container.
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { checkPort } from './check-port.mjs'
import { build, checkNode, handleSignals, installPackages, root, logLikeShop } from './prepare.mjs'

// First of all, because process 1 of a container ignores signals without a handler.
handleSignals()
stopWithParent()
logLikeShop()
checkNode()
// Before packages, build, database and demo world, which take minutes the first time.
await checkPort()
await installPackages()
await build()
process.chdir(root)
await import(pathToFileURL(path.join(root, 'dist/main.mjs')).href)

/** A killed npm or terminal sends no signal, and its child processes would keep running. */
function stopWithParent() {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.emit('parent-gone')
  }, 250)
  watch.unref()
}
