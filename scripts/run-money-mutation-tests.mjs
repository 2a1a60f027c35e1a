// Takes the guards of the money away, one at a time, in a copy of the tree, and looks whether the test that is named
// for each notices. Part of `npm run test:long`; `node scripts/run-money-mutation-tests.mjs lockStock` tries those whose entry holds that.
// It fails where a guard is no longer found in its file, where no test has that name, and where the tests stay green.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { execFileSync } from 'node:child_process'
import path from 'node:path'

import { guards } from './money-mutation-tests.mjs'
import { checkNode, root } from './prepare.mjs'

checkNode()
const only = process.argv.slice(2)
const chosen = guards.filter((guard) =>
  only.every((word) => Object.values(guard).some((value) => value.includes(word))),
)
const tree = path.join(root, '.cache/guards/tree')
copyTree()
process.chdir(tree)

// Before anything is started: the table may not be true any more.
const untrue = chosen.flatMap(({ file, text }) => {
  const found = existsSync(file) ? readFileSync(file, 'utf8').split(text).length - 1 : 0
  return found === 1 ? [] : [`${file} holds ${found} times, not once: ${text}`]
})
if (untrue.length > 0) {
  console.log(untrue.join('\n'))
  process.exit(1)
}

const { createVitest } = await import('vitest/node')
let vitest = await start()
let survived = 0
/** What the first test said that failed: a guard should be missed for its own reason. */
let said = ''
/** Its database was made without a guard. */
let stale = false

const before = await held(chosen)
for (const guard of chosen) {
  if (before.get(guard) === 'green') continue
  console.log(
    `FAILED ${guard.test} › ${guard.title}: ${before.get(guard)} with all guards in place`,
  )
  survived += 1
}
const tried = chosen.filter((guard) => before.get(guard) === 'green')
for (const guard of tried) {
  const began = Date.now()
  const outcome = await without(guard)
  if (outcome !== 'red') survived += 1
  const word = outcome === 'red' ? 'ok    ' : 'FAILED'
  const seconds = ((Date.now() - began) / 1000).toFixed(0)
  console.log(`${word} ${guard.file}: ${guard.why} (${outcome}, ${seconds} s)`)
  if (outcome === 'red') console.log(`       ${said}`)
}
await vitest.close()
console.log(`${chosen.length - survived} of ${chosen.length} guards are missed when they are gone`)
// What a lost lock leaves behind may hold connections open.
process.exit(survived === 0 ? 0 : 1)

/** All that git knows or would know. */
function copyTree() {
  rmSync(tree, { recursive: true, force: true })
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  const made = new Set()
  for (const file of files.split('\n')) {
    if (file === '') continue
    if (!existsSync(path.join(root, file))) continue
    const folder = path.join(tree, path.dirname(file))
    if (!made.has(folder)) mkdirSync(folder, { recursive: true })
    made.add(folder)
    copyFileSync(path.join(root, file), path.join(tree, file))
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(tree, 'node_modules'))
}

/** One PostgreSQL for all of them: what changes is the source, which is read again by every test file. */
function start() {
  return createVitest('test', {
    root: tree,
    project: ['server'],
    watch: false,
    reporters: [{}],
    maxWorkers: 1,
  })
}

/** How the tests of these guards end: 'green', 'red', 'broken' where they could not even begin, 'no such test'. */
async function held(some) {
  const files = [...new Set(some.map(({ test }) => test))]
  const titles = [...new Set(some.map(({ title }) => title))].map(escaped).join('|')
  const specifications = (await vitest.globTestSpecifications(files)).filter(({ moduleId }) =>
    files.includes(path.relative(tree, moduleId)),
  )
  for (const project of vitest.projects) project.config.testNamePattern = new RegExp(titles)
  await vitest.runTestSpecifications(specifications)
  const modules = vitest.state.getTestModules()
  return new Map(
    some.map((guard) => {
      const module = modules.find(({ moduleId }) => path.relative(tree, moduleId) === guard.test)
      return [guard, outcomeOf(module, guard.title)]
    }),
  )
}

function outcomeOf(module, title) {
  if (!module) return 'no such test'
  const tests = [...module.children.allTests()].filter(({ fullName }) => fullName.includes(title))
  if (tests.length === 0) return module.errors().length > 0 ? 'broken' : 'no such test'
  const failed = tests.find((test) => test.result().state === 'failed')
  const [error] = failed?.result().errors ?? module.errors()
  said = error?.message.split('\n')[0].slice(0, 100) ?? 'what is looked at when all is done'
  if (failed) return 'red'
  // What a test file looks at when all of it is done, as its books.
  const after = [...module.children.allSuites()].some((suite) => suite.errors().length > 0)
  if (tests.every((test) => test.result().state === 'passed')) {
    return after || module.errors().length > 0 ? 'red' : 'green'
  }
  return 'broken'
}

async function without(guard) {
  const { file, text, instead } = guard
  const whole = readFileSync(file, 'utf8')
  const change = (content) => {
    writeFileSync(file, content)
    vitest.invalidateFile(path.join(tree, file))
  }
  change(whole.replace(text, () => instead))
  // Tables and functions are made once, when the database is.
  if (file.endsWith('.sql') || stale) {
    await vitest.close()
    vitest = await start()
  }
  stale = file.endsWith('.sql')
  try {
    return (await held([guard])).get(guard)
  } finally {
    change(whole)
  }
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
