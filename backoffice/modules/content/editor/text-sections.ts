import type { TextShape } from '#backoffice/modules/content/editor/text-definition.ts'

export const SECTIONS = ['page', 'messages', 'cookies', 'links'] as const
export type Section = (typeof SECTIONS)[number]

/** Fewer texts are read faster without headings. */
const FEW = 12

/** What a page says only now and then: an error, a fault, an event, a result. */
const MESSAGE =
  /error|invalid|required|blocked|expired|notYet|voucherUsed|crowded|tooMany|closed|message|event|^mail|fail|^fault|down$|lost|none$|problem|implausible|changed|canceled|cancelled|unavailable|notAvailable|soldOut|noLonger|endedT|interrupted|refunded|waiting|unverified/i

function sectionOf({ field, languages: [first] }: TextShape): Section {
  const name = first?.key['key']
  const key = typeof name === 'string' ? name : ''
  if (field === 'url') return 'links'
  if (key.startsWith('cookie')) return 'cookies'
  return MESSAGE.test(key) ? 'messages' : 'page'
}

/** The texts of a page that are in no block, by what they are for. A few texts are one section. */
export function sectionsOf(texts: readonly TextShape[]): [Section, TextShape[]][] {
  if (texts.length <= FEW) return [['page', [...texts]]]
  return SECTIONS.map((section): [Section, TextShape[]] => [
    section,
    texts.filter((text) => sectionOf(text) === section),
  ]).filter(([, members]) => members.length > 0)
}
