// npm start: installs what is missing, builds what is stale, opens the shop. Also the one process of a container.
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { checkPort } from './check-port.mjs'
import { build, checkNode, endWithChildren, installPackages, root, speakAsLog } from './prepare.mjs'

// Before anything else: the first process of a container has no way of its own to end by a signal.
endWithChildren()
stopWithParent()
speakAsLog()
checkNode()
// Before packages, build, database and demo world, which take minutes the first time.
await checkPort()
await installPackages()
await build()
process.chdir(root)
await import(pathToFileURL(path.join(root, 'dist/main.mjs')).href)

/** A npm or a terminal that was killed tells nobody; whoever ran below it would run on unseen. */
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
