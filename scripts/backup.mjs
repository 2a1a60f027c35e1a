// node scripts/backup.mjs FOLDER [--keep 14]: a backup named by its moment, and the oldest ones away. For a timer:
// safe beside a running shop, and nothing is thrown away unless the new one is whole.
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'

import { root } from './prepare.mjs'

const NAME = /^giftpoint-\d{8}T\d{6}Z\.backup$/
const [folder, option, count, ...more] = process.argv.slice(2)
const keep = option === undefined ? 14 : Number(count)
const right =
  folder !== undefined &&
  !folder.startsWith('-') &&
  more.length === 0 &&
  (option === undefined || option === '--keep') &&
  Number.isInteger(keep) &&
  keep >= 1
if (!right) {
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
let shop
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => shop.kill(signal))
const run = async (...words) => {
  shop = spawn(process.execPath, [path.join(root, 'scripts/shop.mjs'), ...words], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return new Promise((done) => shop.on('exit', (code) => done(code ?? 1)))
}
const status = await run('backup', file)
if (status === 0) {
  const old = readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .slice(0, -keep)
  for (const name of old) rmSync(path.join(folder, name))
  // With them go the files of closed months that only they needed.
  if (readdirSync(folder).some((name) => name.startsWith('closed-')))
    await run('backups', 'tidy', path.resolve(folder))
}
process.exitCode = status
