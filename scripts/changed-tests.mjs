// Which tests a change affects: the tests beside the changed files, the tests that import them, and the journeys that
// use a message of a changed page of the back office or open a changed part of the shop.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const TEST = /\.(test|e2e)\.tsx?$/

/** The projects whose types a change of a folder can break. */
const IMPORTED_BY = {
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
  ...new Set(changed.flatMap((file) => IMPORTED_BY[folderOf(file)] ?? [])),
]

/** `changed` and `files` are paths in the repository; `read` gives a file's text. */
export function testsFor(changed, files, read) {
  const present = changed.filter((file) => files.includes(file))
  const sources = present.filter((file) => !TEST.test(file))
  const folders = new Set(sources.flatMap(foldersOf))
  const imports = sources.map((file) => `'#${file}'`)
  // The texts of a page may be in a component beside it.
  const places = new Set(sources.map((file) => path.posix.dirname(file)))
  const beside = files.filter(
    (file) => file.endsWith('.tsx') && places.has(path.posix.dirname(file)),
  )
  const keys = new Set(beside.flatMap((file) => keysIn(read(file), /\bt\('(\w+\.[\w.-]+)'/g)))
  const isAffected = (test) => {
    if (present.includes(test) || folders.has(path.posix.dirname(test))) return true
    const text = read(test)
    return (
      imports.some((name) => text.includes(name)) ||
      keysIn(text, /\b(?:nl|en|de)\('([\w.-]+)'/g).some((key) => keys.has(key))
    )
  }
  return files.filter((file) => TEST.test(file) && isAffected(file)).toSorted()
}

/** Where the tests of a file are: beside it, and for a contract or a part of an app with what serves or opens it. */
function foldersOf(file) {
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

const git = (...words) =>
  execFileSync('git', words, { encoding: 'utf8' }).split('\n').filter(Boolean)

/** What differs from a commit, with what is not committed and not added. */
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
