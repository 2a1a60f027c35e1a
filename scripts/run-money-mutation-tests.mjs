// Removes the guards of money one at a time, in a copy of the tree, and checks that the test named for each guard
// fails. Part of `npm run test:long`. `node scripts/run-money-mutation-tests.mjs lockStock` runs only the entries that
// contain this word. Exits with 1 if a guard or a test is not found, or if a test still passes.
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

// Checked first: the table may be out of date.
const outdated = chosen.flatMap(({ file, text }) => {
  const found = existsSync(file) ? readFileSync(file, 'utf8').split(text).length - 1 : 0
  return found === 1 ? [] : [`${file} contains ${found} times, not once: ${text}`]
})
if (outdated.length > 0) {
  console.log(outdated.join('\n'))
  process.exit(1)
}

const { createVitest } = await import('vitest/node')
let vitest = await start()
let survived = 0
/** The message of the first failed test. It shows whether the missing guard is the reason. */
let failure = ''
/** The database was created while a guard was removed. */
let isDatabaseStale = false

const before = await resultsOf(chosen)
for (const guard of chosen) {
  if (before.get(guard) === 'green') continue
  console.log(
    `FAILED ${guard.test} › ${guard.title}: ${before.get(guard)} with all guards in place`,
  )
  survived += 1
}
const testableGuards = chosen.filter((guard) => before.get(guard) === 'green')
for (const guard of testableGuards) {
  const startedAt = Date.now()
  const outcome = await testWithout(guard)
  if (outcome !== 'red') survived += 1
  const word = outcome === 'red' ? 'ok    ' : 'FAILED'
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(0)
  console.log(`${word} ${guard.file}: ${guard.why} (${outcome}, ${seconds} s)`)
  if (outcome === 'red') console.log(`       ${failure}`)
}
await vitest.close()
console.log(
  `${chosen.length - survived} of ${chosen.length} guards are missed by their tests when removed`,
)
// A removed lock can leave connections open.
process.exit(survived === 0 ? 0 : 1)

/** Copies the files that git tracks or would track. */
function copyTree() {
  rmSync(tree, { recursive: true, force: true })
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  const created = new Set()
  for (const file of files.split('\n')) {
    if (file === '') continue
    if (!existsSync(path.join(root, file))) continue
    const folder = path.join(tree, path.dirname(file))
    if (!created.has(folder)) mkdirSync(folder, { recursive: true })
    created.add(folder)
    copyFileSync(path.join(root, file), path.join(tree, file))
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(tree, 'node_modules'))
}

/** One PostgreSQL for all guards: each test file reads the changed source again. */
function start() {
  return createVitest('test', {
    root: tree,
    project: ['server'],
    watch: false,
    reporters: [{}],
    maxWorkers: 1,
  })
}

/** Result of the test of each guard: 'green', 'red', 'broken' if it could not start, 'no such test'. */
async function resultsOf(selected) {
  const files = [...new Set(selected.map(({ test }) => test))]
  const titles = [...new Set(selected.map(({ title }) => title))].map(escapeRegExp).join('|')
  const specifications = (await vitest.globTestSpecifications(files)).filter(({ moduleId }) =>
    files.includes(path.relative(tree, moduleId)),
  )
  for (const project of vitest.projects) project.config.testNamePattern = new RegExp(titles)
  await vitest.runTestSpecifications(specifications)
  const modules = vitest.state.getTestModules()
  return new Map(
    selected.map((guard) => {
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
  failure = error?.message.split('\n')[0].slice(0, 100) ?? 'a check after all tests of the file'
  if (failed) return 'red'
  // Checks after all tests of a file, for example of its accounts.
  const hasSuiteError = [...module.children.allSuites()].some((suite) => suite.errors().length > 0)
  if (tests.every((test) => test.result().state === 'passed')) {
    return hasSuiteError || module.errors().length > 0 ? 'red' : 'green'
  }
  return 'broken'
}

async function testWithout(guard) {
  const { file, text, instead } = guard
  const original = readFileSync(file, 'utf8')
  const change = (content) => {
    writeFileSync(file, content)
    vitest.invalidateFile(path.join(tree, file))
  }
  change(original.replace(text, () => instead))
  // Tables and functions are created once, with the database.
  if (file.endsWith('.sql') || isDatabaseStale) {
    await vitest.close()
    vitest = await start()
  }
  isDatabaseStale = file.endsWith('.sql')
  try {
    return (await resultsOf([guard])).get(guard)
  } finally {
    change(original)
  }
}

function escapeRegExp(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
