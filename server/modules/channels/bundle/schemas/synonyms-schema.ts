import { z } from 'zod'

import { listOf, perLanguage, textAtMost } from '#server/platform/parsing/schema-fields.ts'

/** synonyms.yaml: words that recipients type, and the shop's words for them. */

const MAX_CART_LINES = 2000

const PageTexts = textAtMost(3)

const Same = listOf(PageTexts).min(2, 'contains only one word, so there is no synonym')

export const SynonymsShape = perLanguage(
  z.strictObject({
    same: z.array(Same).max(MAX_CART_LINES, `has more than ${MAX_CART_LINES} entries`).default([]),
    also: z.record(PageTexts, listOf(PageTexts).min(1, 'contains no word')).default({}),
    sustainable: listOf(PageTexts).default([]),
    parts: listOf(PageTexts, MAX_CART_LINES).default([]),
  }),
)
export type SynonymsShape = z.output<typeof SynonymsShape>
