// npm run expressions: checks each new regular expression of the shop with recheck and writes regular-expressions.json.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { check } from 'recheck'
import { parseSync, Visitor } from 'vite'

export const VERDICTS = 'regular-expressions.json'
const CODE_FILE =
  /^(backoffice|contract|domain|employer-portal|server|storefront|tools\/(?!bench\/)[a-z-]+|ui)\/.*\.tsx?$/
const TEST_FILE = /\.(test|e2e|long)\.tsx?$|^server\/testing\//

/** Each regular expression literal of the shop's code, with the files that contain it. */
export function findExpressions() {
  const found = new Map()
  visitCode((file) => ({
    Literal({ regex }) {
      if (!regex) return
      const literal = `/${regex.pattern}/${regex.flags}`
      found.set(literal, (found.get(literal) ?? new Set()).add(file))
    },
  }))
  return found
}

/** How many expressions each file creates from text, as `new RegExp(...)`. */
export function countRegExpCalls() {
  const counts = {}
  visitCode((file) => {
    const count = ({ callee }) => {
      if (callee.name === 'RegExp') counts[file] = (counts[file] ?? 0) + 1
    }
    return { NewExpression: count, CallExpression: count }
  })
  return counts
}

function visitCode(visitorOf) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], {
    encoding: 'utf8',
  })
  for (const file of listed.split('\n')) {
    if (!CODE_FILE.test(file) || TEST_FILE.test(file)) continue
    new Visitor(visitorOf(file)).visit(parseSync(file, readFileSync(file, 'utf8')).program)
  }
}

/**
 * Whether the expression takes linear time on every text. Counts above four are treated as unlimited: recheck needs
 * minutes for large ones, and an expression that is linear without the limit is also linear with it.
 */
export async function isLinear(literal) {
  const end = literal.lastIndexOf('/')
  const source = literal.slice(1, end).replace(/\{(\d+)(,?)(\d*)\}/g, (count, from, comma, to) => {
    const max = comma === '' ? Number(from) : to === '' ? Infinity : Number(to)
    return max <= 4 ? count : `{${Math.min(Number(from), 4)},}`
  })
  // recheck counts steps. With short time limits, linear expressions would fail on a slow machine.
  const limits = { timeout: 300_000, attackTimeout: 300_000, incubationTimeout: 300_000, seed: 27 }
  const { status } = await check(source, literal.slice(end + 1), limits)
  return status === 'safe'
}

export const readVerdicts = () => JSON.parse(readFileSync(VERDICTS, 'utf8'))

async function writeVerdicts() {
  const found = findExpressions()
  const known = readVerdicts()
  const linear = []
  const exceptions = {}
  for (const literal of [...found.keys()].sort()) {
    if (known.exceptions[literal]) exceptions[literal] = known.exceptions[literal]
    else if (known.linear.includes(literal) || (await isLinear(literal))) linear.push(literal)
    else {
      exceptions[literal] = { files: [...found.get(literal)].sort(), bound: '', reason: '' }
      process.stderr.write(`Not linear: ${literal} (${[...found.get(literal)].join(', ')})\n`)
      process.exitCode = 1
    }
  }
  writeFileSync(VERDICTS, `${JSON.stringify({ linear, exceptions }, null, 2)}\n`)
  if (process.exitCode === 1)
    process.stderr.write(`Rewrite them, or enter their bound and reason in ${VERDICTS}.\n`)
}

if (import.meta.url === pathToFileURL(path.resolve(process.argv[1] ?? '')).href) {
  await writeVerdicts()
  // The workers of recheck stay open.
  process.exit()
}
