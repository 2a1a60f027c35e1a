import type { Language } from '#domain/language.ts'
import { isEmptyWord } from './word-forms.ts'
import { wordsIn } from './word-folding.ts'

/** Words that count or measure gifts and do not say what they are: a set, a pair, three small ones. */
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

/** Words for whatever the shop has. */
const FILLERS: Record<Language, Set<string>> = {
  nl: setOf(
    'cadeau cadeaus cadeautje cadeautjes kado kadootje kadotje geschenk geschenken presentje',
  ),
  de: setOf('geschenk geschenke prasent'),
  en: setOf('gift gifts present presents'),
  fr: setOf('cadeau cadeaux'),
}

export const isFiller = (word: string, language: Language) => FILLERS[language].has(word)

export type PlaceInName = 'head' | 'early' | 'later'

/**
 * Where each word of a gift's name stands: the head says what the gift is, words before the first small word or comma
 * say of which kind, and those behind what it has or is for. What only measures is passed over: of a 'pair of enamel
 * mugs' the mugs are the head.
 */
export function placesInName(name: string, language: Language): PlaceInName[] {
  const places: PlaceInName[] = []
  let told = false
  for (const section of name.split(/[,;:–]/)) {
    const words = wordsIn(section)
    let start = 0
    while (start < words.length) {
      let end = start
      while (end < words.length && !isSmall(words[end], language)) end += 1
      const telling = range(start, end).filter((at) => !isMeasure(words[at] ?? '', language))
      const head = language === 'fr' ? telling[0] : telling.at(-1)
      for (const at of range(start, end))
        places.push(told ? 'later' : at === head ? 'head' : 'early')
      if (head !== undefined) told = true
      if (end < words.length) places.push(told ? 'later' : 'early')
      start = end + 1
    }
  }
  return places
}

const isSmall = (word: string | undefined, language: Language) =>
  word !== undefined && isEmptyWord(word, language)

const range = (start: number, end: number) =>
  Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at)
