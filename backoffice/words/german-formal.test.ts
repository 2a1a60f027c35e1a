import { expect, it } from 'vitest'

import { german } from '#backoffice/words/german.ts'

it('the desk says Sie in German, as one place speaks with one voice (DESK-17)', () => {
  const familiar = /\b([Dd]u|[Dd]ir|[Dd]ich|[Dd]ein(e[mnrs]?)?)\b/
  expect(Object.entries(german).filter(([, words]) => familiar.test(words))).toEqual([])
})
