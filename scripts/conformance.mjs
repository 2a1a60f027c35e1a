// Writes .cache/conformance.md from the titles of the tests that ran: each clause with the tests that name it,
// and the clauses that no test names yet.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { root } from './prepare.mjs'

/** The number of clauses in each section of the specification and of the back office. */
const CLAUSES = {
  LOGIN: 13,
  FRAME: 13,
  HOME: 5,
  LIST: 12,
  DETAIL: 6,
  BASKET: 6,
  CART: 4,
  PERSON: 6,
  DELIVERY: 6,
  PAY: 6,
  PAGES: 4,
  WIRE: 11,
  DESK: 40,
}

/** The number of statements about the user experience, which browser tests check. */
const STATEMENTS = 30

/** The number of findings of reviews: A loses something, B is wrong or confusing. */
const FINDINGS = { A: 10, B: 41 }

/** The list of clauses at the end of a title. */
const CLAUSE_LIST = /\s*\((?:(?:[A-Z]+-\d+|[AB]\d{1,2}|statements? \d+|\d+)(?:, )?)+\)/g

/** The clauses that a title names, the findings and the statements: 'LIST-3', 'A7', 'Statement 22'. */
function clausesIn(title) {
  const clauses = title.match(/\b[A-Z]+-\d+\b/g) ?? []
  const findings = [...title.matchAll(/\(([^()]+)\)/g)].flatMap(
    ([, parentheses]) => parentheses.match(/\b[AB]\d{1,2}\b/g) ?? [],
  )
  const statements = [...title.matchAll(/\bstatements? ((?:\d+(?:, | and )?)+)/g)].flatMap(
    ([, numbers]) => (numbers.match(/\d+/g) ?? []).map((number) => `Statement ${number}`),
  )
  return [...clauses, ...findings, ...statements]
}

export function writeConformance(report) {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const tests = new Map()
  for (const file of testResults) {
    for (const { fullName, status } of file.assertionResults) {
      if (status !== 'passed') continue
      for (const clause of clausesIn(fullName)) {
        const titles = tests.get(clause) ?? []
        titles.push(`${fullName.replace(CLAUSE_LIST, '')} — \`${path.relative(root, file.name)}\``)
        tests.set(clause, titles)
      }
    }
  }
  const numberedNames = (count, prefix) =>
    Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`)
  const all = [
    ...Object.entries(CLAUSES).flatMap(([part, count]) => numberedNames(count, `${part}-`)),
    ...numberedNames(STATEMENTS, 'Statement '),
    ...Object.entries(FINDINGS).flatMap(([part, count]) => numberedNames(count, part)),
  ]
  const missing = all.filter((clause) => !tests.has(clause))
  const lines = [
    '# Conformance',
    '',
    'Made by `npm test` from the titles of the tests that passed; do not edit. Clauses are those of the specification, DESK those of the back office, statements those of the experience, A and B what strangers to the shop found wrong in it.',
    '',
    `${all.length - missing.length} of ${all.length} clauses, statements and findings are named by a test.`,
    '',
    ...all
      .filter((clause) => tests.has(clause))
      .flatMap((clause) => [
        `## ${clause}`,
        '',
        ...[...new Set(tests.get(clause))].sort().map((test) => `- ${test}`),
        '',
      ]),
    '## Named by no test yet',
    '',
    missing.length === 0 ? 'None.' : missing.join(', '),
    '',
  ]
  const file = path.join(root, '.cache/conformance.md')
  writeFileSync(file, lines.join('\n'))
}
