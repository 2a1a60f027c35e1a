// Which tests a change affects: the tests beside the changed files, the tests that import them, and the end-to-end
// tests that use a message of a changed page of the back office or open a changed part of the shop.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const TEST = /\.(test|e2e)\.tsx?$/

/** The projects whose types a change of a folder can break. */
const AFFECTED_PROJECTS = {
  domain: ['domain', 'contract', 'server', 'storefront', 'backoffice', 'employer-portal', 'tools'],
  contract: ['contract', 'server', 'storefront', 'backoffice', 'employer-portal', 'tools', 'e2e'],
  ui: ['ui', 'storefront', 'backoffice', 'employer-portal'],
  server: ['server', 'tools', 'e2e'],
  backoffice: ['backoffice', 'employer-portal', 'e2e'],
  'employer-portal': ['employer-portal', 'e2e'],
  storefront: ['storefront', 'e2e'],
  tools: ['tools'],
  e2e: ['e2e'],
}

const folderOf = (file) => file.split('/')[0]

export const projectsOf = (changed) => [
  ...new Set(changed.flatMap((file) => AFFECTED_PROJECTS[folderOf(file)] ?? [])),
]

/** `changed` and `files` are paths in the repository; `read` gives a file's text. */
export function testsFor(changed, files, read) {
  const present = changed.filter((file) => files.includes(file))
  const sources = present.filter((file) => !TEST.test(file))
  const testFolders = new Set(sources.flatMap(testFoldersOf))
  const imports = sources.map((file) => `'#${file}'`)
  // The texts of a page may be in a component beside it.
  const folders = new Set(sources.map((file) => path.posix.dirname(file)))
  const neighbours = files.filter(
    (file) => file.endsWith('.tsx') && folders.has(path.posix.dirname(file)),
  )
  const keys = new Set(neighbours.flatMap((file) => keysIn(read(file), /\bt\('(\w+\.[\w.-]+)'/g)))
  const isAffected = (test) => {
    if (present.includes(test) || testFolders.has(path.posix.dirname(test))) return true
    const text = read(test)
    return (
      imports.some((name) => text.includes(name)) ||
      keysIn(text, /\b(?:nl|en|de)\('([\w.-]+)'/g).some((key) => keys.has(key))
    )
  }
  return files.filter((file) => TEST.test(file) && isAffected(file)).toSorted()
}

/** Folders with the tests of a file: its own, for a contract also its server module, for an app its end-to-end tests. */
function testFoldersOf(file) {
  const [top, part = ''] = file.split('/')
  const name = part.split('.')[0]
  const others = {
    contract: [`server/modules/${name}`],
    storefront: [`e2e/shop/${name}`],
    'employer-portal': ['e2e/employer-portal'],
  }
  return [path.posix.dirname(file), ...(others[top] ?? [])]
}

const keysIn = (text, pattern) => [...text.matchAll(pattern)].map(([, key]) => key)

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)

/** The files that differ from a commit, including uncommitted and untracked ones. */
export function changedSince(commit) {
  const [base] = git('merge-base', commit, 'HEAD')
  const untracked = git('ls-files', '--others', '--exclude-standard')
  return [...new Set([...git('diff', '--name-only', base ?? commit), ...untracked])]
}

export function affectedBy(changed) {
  const files = git('ls-files', '--cached', '--others', '--exclude-standard').filter((file) =>
    existsSync(file),
  )
  return testsFor(changed, files, (file) => readFileSync(file, 'utf8'))
}
