// node scripts/backup.mjs FOLDER [--keep 14]: a backup named by its moment, and the oldest ones away. For a timer:
// safe beside a running shop, and nothing is thrown away unless the new one is whole.
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
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
  process.stderr.write(`The folder ${folder} cannot be made (${error.code}): name another.\n`)
  process.exit(1)
}
const moment = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
const file = path.resolve(folder, `giftpoint-${moment}.backup`)
const shop = spawn(process.execPath, [path.join(root, 'scripts/shop.mjs'), 'backup', file], {
  stdio: ['ignore', 'inherit', 'inherit'],
})
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => shop.kill(signal))
const status = await new Promise((done) => shop.on('exit', (code) => done(code ?? 1)))
if (status === 0) {
  const old = readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .slice(0, -keep)
  for (const name of old) rmSync(path.join(folder, name))
  for (const name of outlived(readdirSync(folder))) rmSync(path.join(folder, name))
}

/** Closed months that were opened since and closed again, once every backup that is left names the newer file. */
function outlived(names) {
  const [oldest = ''] = names.filter((name) => NAME.test(name)).sort()
  const moment = statSync(path.join(folder, oldest)).mtimeMs
  const parts = names.flatMap((name) => {
    const [, month, version] = /^closed-(\d{4}-\d{2})-(\d+)-[0-9a-f]{12}\.backup$/.exec(name) ?? []
    return month === undefined ? [] : [{ name, month, version: Number(version) }]
  })
  return parts
    .filter((part) =>
      parts.some(
        ({ name, month, version }) =>
          month === part.month &&
          version > part.version &&
          statSync(path.join(folder, name)).mtimeMs < moment,
      ),
    )
    .map(({ name }) => name)
}
process.exitCode = status
