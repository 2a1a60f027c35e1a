import type { Language } from '#domain/language.ts'

/** Letters that link the parts of a compound: boek-en-bon, Geburtstag-s-torte. */
const LINKING_LETTERS: Record<Language, readonly string[]> = {
  nl: ['', 's', 'en', 'e', 'n'],
  de: ['', 's', 'n', 'en', 'es', 'er', 'e'],
  en: [''],
  fr: [''],
}

const SHORTEST_PART = 3
/** If one part is unknown, both must be at least this long. */
const SHORTEST_UNKNOWN_PART = 4
const LONGEST_WORD = 40

export type Parts = { head: string; others: string[] }

/**
 * The parts of a compound word. The head, which names the thing, is separate: a bloemenvaas is a vaas. `isPart` knows
 * the words. If several splits are possible, the longest head wins.
 */
export function partsOf(
  word: string,
  language: Language,
  isPart: (part: string) => boolean,
): Parts | undefined {
  if (word.length > LONGEST_WORD) return undefined
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at += 1) {
    const head = word.slice(at)
    if (!isPart(head)) continue
    const others = splitBeforeHead(word.slice(0, at), language, isPart)
    if (others) return { head, others }
  }
  return undefined
}

/** The parts before the head, without their linking letters. */
function splitBeforeHead(
  rest: string,
  language: Language,
  isPart: (part: string) => boolean,
): string[] | undefined {
  for (const link of LINKING_LETTERS[language]) {
    if (!rest.endsWith(link)) continue
    const part = rest.slice(0, rest.length - link.length)
    if (part.length >= SHORTEST_PART && isPart(part)) return [part]
  }
  // Schulheft: the first part lost its e.
  if (language === 'de' && isPart(`${rest}e`)) return [`${rest}e`]
  const parts = partsOf(rest, language, isPart)
  if (parts) return [...parts.others, parts.head]
  const lastLetter = rest.at(-1)
  const hasLink = lastLetter === 's' || lastLetter === 'n'
  if (language === 'en' || language === 'fr' || !hasLink) return undefined
  const linked = partsOf(rest.slice(0, -1), language, isPart)
  return linked && [...linked.others, linked.head]
}

/** A known head after an unknown part: amfora-vaas, museum-dag. `isHead` also gets the length of that part. */
export function splitAtKnownHead(
  word: string,
  isHead: (head: string, restLength: number) => boolean,
): Parts | undefined {
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at += 1) {
    const head = word.slice(at)
    const rest = word.slice(0, at)
    if (isHead(head, at) && /[aeiouy]/.test(rest)) return { head, others: [rest] }
  }
  return undefined
}

/** An unknown head after a known part: wijn-decanter, if no other gift is a decanter. */
export function splitAfterKnownPart(
  word: string,
  language: Language,
  isKnown: (part: string) => boolean,
): Parts | undefined {
  for (let at = word.length - SHORTEST_UNKNOWN_PART; at >= SHORTEST_UNKNOWN_PART; at -= 1) {
    const rest = word.slice(0, at)
    const part = LINKING_LETTERS[language]
      .filter((link) => rest.endsWith(link))
      .map((link) => rest.slice(0, rest.length - link.length))
      .find((part) => part.length >= SHORTEST_UNKNOWN_PART && isKnown(part))
    if (part) return { head: word.slice(at), others: [part] }
  }
  return undefined
}
