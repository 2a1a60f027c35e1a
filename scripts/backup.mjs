// node scripts/backup.mjs FOLDER [--keep 14]: creates a backup with the time in its name, then deletes the oldest ones.
// A timer can run it beside a running shop. If the new backup fails, none is deleted.
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'

import { root } from './prepare.mjs'

const NAME = /^giftpoint-\d{8}T\d{6}Z\.backup$/
const [folder, option, count, ...extra] = process.argv.slice(2)
const keep = option === undefined ? 14 : Number(count)
const isValidUsage =
  folder !== undefined &&
  !folder.startsWith('-') &&
  extra.length === 0 &&
  (option === undefined || option === '--keep') &&
  Number.isInteger(keep) &&
  keep >= 1
if (!isValidUsage) {
  process.stderr.write('node scripts/backup.mjs FOLDER [--keep 14]\n')
  process.exit(2)
}

try {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
} catch (error) {
  process.stderr.write(`The folder ${folder} cannot be created (${error.code}): name another.\n`)
  process.exit(1)
}
const moment = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
const file = path.resolve(folder, `giftpoint-${moment}.backup`)
let child
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
const run = async (...args) => {
  child = spawn(process.execPath, [path.join(root, 'scripts/shop.mjs'), ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return new Promise((done) => child.on('exit', (code) => done(code ?? 1)))
}
const status = await run('backup', file)
if (status === 0) {
  const old = readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .slice(0, -keep)
  for (const name of old) rmSync(path.join(folder, name))
  // Deletes the files of closed months that no backup needs any more.
  if (readdirSync(folder).some((name) => name.startsWith('closed-')))
    await run('backups', 'tidy', path.resolve(folder))
}
process.exitCode = status
