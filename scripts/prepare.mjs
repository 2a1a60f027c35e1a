// What `npm start`, `npm test` and `npm run shop` share: the right Node, the packages, a fresh build.
// Runs before anything is installed, so it knows nothing but Node itself.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** One sentence and out. */
export function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    giveUp(`Node ${process.versions.node} is too old: install Node 20.19 or newer.`)
  }
}

export function installPackages() {
  install()
  mendPackages()
}

/** Also after an install that was told to run no scripts; a tree that cannot be written was mended by whoever could. */
function mendPackages() {
  const mended = readFileSync(path.join(root, 'node_modules/postgres/src/index.js'), 'utf8')
  if (mended.includes('lost = e')) return
  const { status } = spawnSync(process.execPath, [path.join(root, 'scripts/mend-packages.mjs')], {
    stdio: 'inherit',
  })
  if (status !== 0) giveUp('A package could not be mended; what is wrong stands above.')
}

function install() {
  const lock = path.join(root, 'package-lock.json')
  const installed = path.join(root, 'node_modules/.package-lock.json')
  const stamp = path.join(root, 'node_modules/.giftpoint-lock')
  const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex')
  if (existsSync(installed)) {
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
    // Installed by hand: right as long as it is not older than what is wanted.
    if (statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return writeStamp(stamp, wanted)
  }
  console.log('Installing packages (a minute or so) …')
  const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (result.status !== 0) giveUp('The packages could not be installed: run npm ci to see why.')
  writeStamp(stamp, wanted)
}

function writeStamp(stamp, wanted) {
  try {
    writeFileSync(stamp, wanted)
  } catch {
    // A tree that cannot be written is only checked again next time.
  }
}

const SOURCES = [
  'domain',
  'contract',
  'server',
  'storefront',
  'ui',
  'bench',
  'e2e/browser.ts',
  'e2e/screenshots.ts',
  'e2e/screenshot-scenes.ts',
  'e2e/screenshot-stage.ts',
  'scripts',
  'patches',
  'package.json',
  'package-lock.json',
]

export function build() {
  const stamp = path.join(root, 'dist/.built-from')
  const fresh = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fresh) return
  console.log('Building …')
  const result = spawnSync(process.execPath, [path.join(root, 'scripts/build.mjs')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (result.status !== 0) giveUp('The build failed; what it says stands above.')
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, fresh)
}

/** Names, sizes and times of all sources: enough to notice a change, and quick on every start. */
function fingerprint() {
  const hash = createHash('sha256')
  const visit = (file) => {
    const stat = statSync(file, { throwIfNoEntry: false })
    if (!stat) return
    if (stat.isDirectory())
      for (const name of readdirSync(file).sort()) visit(path.join(file, name))
    else if (!/\.test\.tsx?$|\.md$/.test(file))
      hash.update(`${file} ${stat.size} ${stat.mtimeMs}\n`)
  }
  for (const source of SOURCES) visit(path.join(root, source))
  return hash.digest('hex')
}
