// npm start: installs what is missing, builds what is stale, opens the shop.
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { build, checkNode, installPackages, root } from './prepare.mjs'

checkNode()
installPackages()
build()
process.chdir(root)
stopWithNpm()
await import(pathToFileURL(path.join(root, 'dist/main.mjs')).href)

/** npm hands a signal to the shell between us, which ends of it and tells nobody. */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}
