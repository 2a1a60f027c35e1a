import type { Language } from '#domain/language.ts'
import { isStopWord } from './word-forms.ts'
import { wordsIn } from './word-folding.ts'

/** Words that count or measure gifts but do not name them: a set, a pair, three small ones. */
const MEASURES: Record<Language, Set<string>> = {
  nl: setOf(
    'een twee drie vier vijf zes acht tien set sets duo trio paar per stuk stuks kleine grote',
  ),
  de: setOf(
    'eins zwei drei vier funf sechs acht zehn set sets duo trio paar doppel dreierset viererset stuck kleine grosse',
  ),
  en: setOf(
    'one two three four five six eight ten set sets duo trio pair pairs piece pieces kit small large little',
  ),
  fr: setOf(
    'deux trois quatre cinq six huit dix set lot duo trio paire petit petite petits petites grand grande mini',
  ),
}

function setOf(words: string) {
  return new Set(words.split(' '))
}

export const isMeasure = (word: string, language: Language) =>
  MEASURES[language].has(word) || /^\d+$/.test(word)

/** General words that fit every gift. */
const FILLERS: Record<Language, Set<string>> = {
  nl: setOf(
    'cadeau cadeaus cadeautje cadeautjes kado kadootje kadotje geschenk geschenken presentje',
  ),
  de: setOf('geschenk geschenke prasent'),
  en: setOf('gift gifts present presents'),
  fr: setOf('cadeau cadeaux'),
}

export const isFiller = (word: string, language: Language) => FILLERS[language].has(word)

export type RoleInName = 'head' | 'early' | 'later'

/**
 * The role of each word in a gift's name. The head names the gift. Words before the first preposition, article or comma
 * name the kind. Later words name features or purpose. Measure words are skipped: in 'pair of enamel mugs' the head is
 * mugs.
 */
export function rolesInName(name: string, language: Language): RoleInName[] {
  const roles: RoleInName[] = []
  let hasHead = false
  for (const section of name.split(/[,;:–]/)) {
    const words = wordsIn(section)
    let start = 0
    while (start < words.length) {
      let end = start
      while (end < words.length && !isStop(words[end], language)) end += 1
      const naming = range(start, end).filter((index) => !isMeasure(words[index] ?? '', language))
      const head = language === 'fr' ? naming[0] : naming.at(-1)
      const otherRole: RoleInName = hasHead ? 'later' : 'early'
      for (const index of range(start, end))
        roles.push(index === head && !hasHead ? 'head' : otherRole)
      if (head !== undefined) hasHead = true
      // The stop word that ended this part.
      if (end < words.length) roles.push(hasHead ? 'later' : 'early')
      start = end + 1
    }
  }
  return roles
}

const isStop = (word: string | undefined, language: Language) =>
  word !== undefined && isStopWord(word, language)

const range = (start: number, end: number) =>
  Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index)
