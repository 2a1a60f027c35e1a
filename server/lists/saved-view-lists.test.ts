import { readdirSync, readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { callOfList } from '#server/lists/saved-view.staff-routes.ts'

/** The name of a list, or what the names of several begin with: `money-${of}`. */
const NAME = /^ {2,4}name: (?:folder .*\? )?['`]([a-z-]+)/gm

const MODULES = 'backoffice/modules'
const files = readdirSync(MODULES, { recursive: true, encoding: 'utf8' })

const lists = files.flatMap((file) => {
  if (!file.endsWith('.tsx') || file.endsWith('.test.tsx')) return []
  const text = readFileSync(`${MODULES}/${file}`, 'utf8')
  if (!text.includes('fetchPage')) return []
  const calls = [...text.matchAll(/(?:fetchBackoffice|staffAddress)\(\s*'(\w+)'/g)].map(
    ([, call]) => call,
  )
  return [...text.matchAll(NAME)].map(([, name = '']) => ({ name, calls }))
})

it('finds all lists of the back office', () => {
  expect(lists.length).toBeGreaterThan(30)
})

it.each(lists)(
  'views of $name need the permission of the call that their list uses (DESK-3)',
  ({ name, calls }) => {
    expect(calls).toContain(callOfList(name.endsWith('-') ? `${name}any` : name))
  },
)

it('does not find a list by an unknown name', () => {
  for (const name of ['nothing', 'money', 'nothing-money-', 'signIn', 'constructor', '-']) {
    expect(callOfList(name)).toBeUndefined()
  }
})
