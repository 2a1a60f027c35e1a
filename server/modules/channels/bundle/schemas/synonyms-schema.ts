import { z } from 'zod'

import { listOf, perLanguage, searchTextOf } from '#server/platform/parsing/schema-fields.ts'

const MAX_ENTRIES = 2000

const Phrase = searchTextOf(3)

const SynonymGroup = listOf(Phrase).min(2, 'contains only one word, so there is no synonym')

/** synonyms.yaml: words that recipients search for, and the words of the shop for them. */
export const SynonymsShape = perLanguage(
  z.strictObject({
    same: z
      .array(SynonymGroup)
      .max(MAX_ENTRIES, `has more than ${MAX_ENTRIES} entries`)
      .default([]),
    also: z.record(Phrase, listOf(Phrase).min(1, 'contains no word')).default({}),
    sustainable: listOf(Phrase).default([]),
    parts: listOf(Phrase, MAX_ENTRIES).default([]),
  }),
)
export type SynonymsShape = z.output<typeof SynonymsShape>
