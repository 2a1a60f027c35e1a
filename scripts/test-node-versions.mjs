// npm run test:nodes: types, rules, server tests, a purchase in a browser and a new shop on every supported Node, oldest first.
// `npm run test:nodes -- 22` tests one of them. The binaries are npm packages in .cache/nodes.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { checkNode, installPackages, root } from './prepare.mjs'

/** The oldest supported version, then the release lines that still get fixes. */
const NODES = ['20.19.0', '22', '24']

checkNode()
await installPackages({ forTests: true })
process.chdir(root)
const versions = process.argv.slice(2)
let passed = 0
let failed = 0
for (const version of versions.length > 0 ? versions : NODES) testOn(version, install(version))
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

function install(version) {
  const folder = path.join(root, '.cache/nodes', version)
  const node = path.join(folder, 'node_modules/node/bin/node')
  if (existsSync(node)) return node
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}')
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', `node@${version}`]
  spawnSync('npm', args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' })
  if (existsSync(node)) return node
  console.log(`node@${version} could not be installed.`)
  process.exit(1)
}

function testOn(version, node) {
  const bin = (file) => path.join(root, 'node_modules', file)
  // Programs started by name use the same Node too.
  const env = {
    ...process.env,
    NO_COLOR: '1',
    PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
  }
  const step = (name, args, options = {}) => {
    const startedAt = Date.now()
    const { status, stdout, stderr } = spawnSync(node, args, { env, encoding: 'utf8', ...options })
    const warnings = stderr.match(/^.*\b(?:Deprecation|Experimental)Warning\b.*$/gm) ?? []
    const isPassed = status === 0 && warnings.length === 0
    if (isPassed) passed += 1
    else {
      failed += 1
      console.log(`${stdout}${stderr}`.slice(-8000))
    }
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    const counts = /Tests\s+(.*)\(/.exec(stdout)?.[1]?.trim() ?? ''
    console.log(
      `${isPassed ? 'ok    ' : 'FAILED'} Node ${version}: ${name} (${seconds} s) ${counts}`,
    )
  }
  for (const project of ['domain', 'contract', 'server', 'ui', 'storefront', 'e2e'])
    step(`types of ${project}`, [bin('typescript/bin/tsc'), '-p', project])
  step('build', ['scripts/build.mjs'])
  step('rules and server tests', [
    bin('vitest/vitest.mjs'),
    'run',
    '--project=rules',
    '--project=server',
  ])
  step('a purchase in a browser', [
    bin('vitest/vitest.mjs'),
    'run',
    '--project=browser',
    'e2e/accessibility/keyboard-order.e2e.ts',
  ])
  const data = mkdtempSync(path.join(os.tmpdir(), 'giftpoint-node-'))
  const shop = { env: { ...env, PORT: '0', GIFTPOINT_DATA: data } }
  step('a new shop', ['scripts/shop.mjs', 'migrate'], shop)
  step('the command line', ['scripts/shop.mjs', 'check'], shop)
  rmSync(data, { recursive: true, force: true })
}
