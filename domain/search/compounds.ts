import type { Language } from '#domain/language.ts'

/** What a language puts between the parts of a word: boek-en-bon, Geburtstag-s-torte. */
const LINKS: Record<Language, readonly string[]> = {
  nl: ['', 's', 'en', 'e', 'n'],
  de: ['', 's', 'n', 'en', 'es', 'er', 'e'],
  en: [''],
  fr: [''],
}

const SHORTEST_PART = 3
/** Minimum length of an unknown part. */
const SHORTEST_REST = 4
const LONGEST = 40

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
  if (word.length > LONGEST) return undefined
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at += 1) {
    const head = word.slice(at)
    if (!isPart(head)) continue
    const others = before(word.slice(0, at), language, isPart)
    if (others) return { head, others }
  }
  return undefined
}

function before(
  rest: string,
  language: Language,
  isPart: (part: string) => boolean,
): string[] | undefined {
  for (const link of LINKS[language]) {
    if (!rest.endsWith(link)) continue
    const part = rest.slice(0, rest.length - link.length)
    if (part.length >= SHORTEST_PART && isPart(part)) return [part]
  }
  // Schulheft: the first part lost its e.
  if (language === 'de' && isPart(`${rest}e`)) return [`${rest}e`]
  const parts = partsOf(rest, language, isPart)
  if (parts) return [...parts.others, parts.head]
  const last = rest.at(-1)
  if (language === 'en' || language === 'fr' || (last !== 's' && last !== 'n')) return undefined
  const linked = partsOf(rest.slice(0, -1), language, isPart)
  return linked && [...linked.others, linked.head]
}

/** A known head after an unknown part: amfora-vaas, museum-dag. */
export function headOf(
  word: string,
  isHead: (head: string, before: number) => boolean,
): Parts | undefined {
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at += 1) {
    const head = word.slice(at)
    const rest = word.slice(0, at)
    if (isHead(head, at) && /[aeiouy]/.test(rest)) return { head, others: [rest] }
  }
  return undefined
}

/** The other way round: wijn-decanter, where nothing else is called a decanter. */
export function beginningOf(
  word: string,
  language: Language,
  isKnown: (part: string) => boolean,
): Parts | undefined {
  for (let at = word.length - SHORTEST_REST; at >= SHORTEST_REST; at -= 1) {
    const rest = word.slice(0, at)
    const part = LINKS[language]
      .filter((link) => rest.endsWith(link))
      .map((link) => rest.slice(0, rest.length - link.length))
      .find((part) => part.length >= SHORTEST_REST && isKnown(part))
    if (part) return { head: word.slice(at), others: [part] }
  }
  return undefined
}
