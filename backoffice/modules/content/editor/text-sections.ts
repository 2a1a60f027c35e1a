import type { TextShape } from '#backoffice/modules/content/editor/text-definition.ts'

export const SECTIONS = ['page', 'messages', 'cookies', 'links'] as const
export type Section = (typeof SECTIONS)[number]

/** Up to this many texts have no sections. */
const MAX_UNDIVIDED = 12

/** Keys of texts that a page shows rarely, such as errors and results of actions. */
const MESSAGE =
  /error|invalid|required|blocked|expired|notYet|voucherUsed|crowded|tooMany|closed|message|event|^mail|fail|^fault|down$|lost|none$|problem|implausible|changed|canceled|cancelled|unavailable|notAvailable|soldOut|noLonger|endedT|interrupted|refunded|waiting|unverified/i

function sectionOf({ field, languages: [first] }: TextShape): Section {
  const name = first?.key['key']
  const key = typeof name === 'string' ? name : ''
  if (field === 'url') return 'links'
  if (key.startsWith('cookie')) return 'cookies'
  return MESSAGE.test(key) ? 'messages' : 'page'
}

/** Divides the texts of a page that are in no block. Few texts stay in one section. */
export function sectionsOf(texts: readonly TextShape[]): [Section, TextShape[]][] {
  if (texts.length <= MAX_UNDIVIDED) return [['page', [...texts]]]
  return SECTIONS.map((section): [Section, TextShape[]] => [
    section,
    texts.filter((text) => sectionOf(text) === section),
  ]).filter(([, members]) => members.length > 0)
}
