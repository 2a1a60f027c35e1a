import { expect, it } from 'vitest'

import { RESOLUTION_TEXTS } from '#backoffice/modules/tasks/resolution-texts.ts'

const resolvers = import.meta.glob<string>(
  [
    '../../../server/modules/tasks/resolutions/*.ts',
    '!../../../server/modules/tasks/resolutions/*.test.ts',
    '../../../server/modules/refunds/credit-withdrawals.timer.ts',
  ],
  { eager: true, query: '?raw', import: 'default' },
)
/** What a resolver says of a row: `what`, `before` and `after`, each a word or a choice of two. */
const SAID = /^\s+(?:what|before|after): (.*),$/gm
const COMPARED = /\([^)]*\)|[!=]== '[^']*'/g
const WORD = /['`]([a-z-]+)(?:\.[^'`]*)?['`]/g

const valuesOf = (source: string) =>
  [...source.matchAll(SAID)].flatMap(([, said = '']) =>
    [...said.replace(COMPARED, '').matchAll(WORD)].map(([, word = '']) => word),
  )

it('has a text for each row that a resolution writes (DESK-33)', () => {
  const said = [...new Set(Object.values(resolvers).flatMap(valuesOf))]
  expect(said.length).toBeGreaterThan(20)
  expect(said.filter((word) => !Object.hasOwn(RESOLUTION_TEXTS, word))).toEqual([])
})
