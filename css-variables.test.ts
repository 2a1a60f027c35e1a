import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

const filesOf = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '')
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/** The employer portal has the colours of the back office. */
const SHARED: Record<string, string[]> = {
  backoffice: [],
  'employer-portal': ['backoffice/backoffice.css'],
  storefront: [],
}

it.each(Object.entries(SHARED))(
  'uses only CSS variables in %s that are defined or have a fallback',
  (app, shared) => {
    const styles = filesOf(`${app}/*.css`, 'ui/*.css', ...shared)
    const code = filesOf(`${app}/*.ts`, `${app}/*.tsx`, 'ui/*.ts', 'ui/*.tsx')
    const defined = new Set([
      ...styles.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+):/g)].map(([, name]) => name)),
      ...code.flatMap(({ text }) => [...text.matchAll(/'(--[\w-]+)'/g)].map(([, name]) => name)),
    ])
    const undefinedUses = styles.flatMap(({ file, text }) =>
      [...text.matchAll(/var\(\s*(--[\w-]+)\s*\)/g)]
        .filter(([, name]) => !defined.has(name))
        .map(([use]) => `${file}: ${use}`),
    )
    expect(undefinedUses).toEqual([])
  },
)
