import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

/** Words that the project no longer uses, with the word to use. `docs/glossary.md` explains the terms that stay. */
const RETIRED = new Map(
  Object.entries({
    deed: 'action',
    deeds: 'actions',
    purse: 'balance',
    purses: 'balances',
    mend: 'resolve, fix or correct',
    mends: 'resolves',
    mended: 'resolved',
    mending: 'resolution',
    errand: 'outbound request',
    errands: 'outbound requests',
    rehearse: 'simulate',
    rehearsal: 'simulation',
    rehearsals: 'simulations',
    whereabouts: 'channel scope',
    giver: 'sender',
    givers: 'senders',
    trouble: 'failure',
    knock: 'sign in, or notify',
    knocks: 'notifications',
    whoever: 'the user, the recipient or anyone who',
    anew: 'again',
  }),
)

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(tsx?|mjs|sql|css|md|json|ya?ml|sh|service)$/.test(file))
  .filter(
    (file) =>
      !/^(demo|starting-shop)\/|^(package-lock\.json|(messages|vocabulary)\.test\.ts)$/.test(file),
  )

/** The call, whose address other programs use, keeps its name. */
const withoutCalls = (text: string) =>
  text.replaceAll(/rest\/giver|'giver'|\bgiver(?=[,:)} ])/g, '')

const wordsOf = (text: string) => text.matchAll(/[A-Z]?[a-z]+|[A-Z]{2,}(?![a-z])/g)

it('uses one word per concept: no retired word is in a name, a comment or a document', () => {
  const found = files.flatMap((file) => {
    const text = withoutCalls(readFileSync(file, 'utf8'))
    return [...wordsOf(text)].flatMap(([word]) => {
      const replacement = RETIRED.get(word.toLowerCase())
      return replacement === undefined ? [] : [`${file}: ${word}, use ${replacement}`]
    })
  })
  expect([...new Set(found)]).toEqual([])
})
