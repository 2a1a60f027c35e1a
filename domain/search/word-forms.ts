import type { Language } from '#domain/language.ts'

/** An empty replacement removes the ending. */
type Rule = readonly [ending: string, replacement: string]

const SHORTEST = 3

/**
 * A word and its possible base forms: plurals, diminutives, adjective endings; the word itself first. Two words match
 * if they share a form. The rules overgenerate, which is harmless, because most guesses match no word. Words are
 * folded, so Gläser and Glas match.
 */
export function formsOf(word: string, language: Language): string[] {
  const forms = new Set([word])
  if (word.length > SHORTEST) {
    if (language === 'nl') addDutch(forms, word)
    else if (language === 'de') addByRules(forms, word, GERMAN)
    else if (language === 'fr') addFrench(forms, word)
    else addByRules(forms, word, ENGLISH)
  }
  return [...forms]
}

function addByRules(forms: Set<string>, word: string, rules: readonly Rule[]) {
  for (const [ending, replacement] of rules) {
    if (!word.endsWith(ending)) continue
    const stem = word.slice(0, word.length - ending.length)
    if (stem.length + replacement.length >= SHORTEST && hasVowel(stem))
      forms.add(stem + replacement)
  }
}

const hasVowel = (text: string) => /[aeiouy]/.test(text)

// ── Dutch ──────────────────────────────────────────────────────────────────────────────────────

/** Irregular plurals with short or changing vowels: the form that the rules produce, and the right one. */
const DUTCH_IRREGULAR: readonly Rule[] = [
  ['glaas', 'glas'],
  ['blaad', 'blad'],
  ['blader', 'blad'],
  ['daag', 'dag'],
  ['baad', 'bad'],
  ['vaat', 'vat'],
  ['daak', 'dak'],
  ['gaat', 'gat'],
  ['paad', 'pad'],
  ['weeg', 'weg'],
  ['sloot', 'slot'],
  ['speel', 'spel'],
  ['steed', 'stad'],
  ['scheep', 'schip'],
  ['kinder', 'kind'],
  ['eier', 'ei'],
  ['lieder', 'lied'],
  ['kleder', 'kleed'],
]

const DIMINUTIVE = /(?:tj|pj|kj|etj|j)es?$/

function addDutch(forms: Set<string>, word: string) {
  for (const base of dutchBases(word)) {
    if (base.length < SHORTEST || !hasVowel(base)) continue
    forms.add(base)
    for (const [suffix, irregular] of DUTCH_IRREGULAR) {
      if (base.endsWith(suffix)) forms.add(base.slice(0, base.length - suffix.length) + irregular)
    }
  }
}

function* dutchBases(word: string): Generator<string> {
  if (DIMINUTIVE.test(word)) yield* removeDiminutive(word)
  if (word.endsWith('en')) yield* closeSyllable(word.slice(0, -2))
  if (word.endsWith('ien')) yield word.slice(0, -1)
  if (/[^su]s$/.test(word)) yield word.slice(0, -1)
  if (/[^aeiou]e$/.test(word)) yield* closeSyllable(word.slice(0, -1))
  if (word.endsWith('eren')) yield word.slice(0, -4)
}

/** vaz → vaas, bom → boom and bom, glazz → glaz: an open syllable writes one vowel, a closed one two. */
function* closeSyllable(stem: string): Generator<string> {
  const hard = stem.replace(/z$/, 's').replace(/v$/, 'f')
  const stemWithSingleEnd = hard.replace(/([bdfgklmnprst])\1$/, '$1')
  const isOpen = /(?:^|[^aeiou])[aeou][^aeiouwx]$/.test(hard)
  // wandel-en, kinder-en: after an unstressed e nothing is doubled.
  if (!isOpen || /[aeiou][^aeiou]+e[lr]$/.test(hard)) yield stemWithSingleEnd
  else yield hard.slice(0, -1) + hard.slice(-2)
}

function* removeDiminutive(word: string): Generator<string> {
  const stem = word.replace(/jes?$/, '')
  yield stem
  if (!/[tpk]$/.test(stem)) return
  const base = stem.slice(0, -1)
  yield base
  if (stem.endsWith('k')) yield `${base}g`
  // Before the ending, a long vowel is doubled: parapluutje, laatje.
  if (/([aou])\1$/.test(base)) yield base.slice(0, -1)
  if (base.endsWith('e')) yield* closeSyllable(base.slice(0, -1))
}

// ── German ─────────────────────────────────────────────────────────────────────────────────────

const GERMAN: readonly Rule[] = [
  ['e', ''],
  ['en', ''],
  ['n', ''],
  ['er', ''],
  ['ern', ''],
  ['es', ''],
  ['em', ''],
  ['s', ''],
  ['nen', ''],
  ['chen', ''],
  ['chen', 'e'],
  ['chen', 'en'],
  ['lein', ''],
  ['lein', 'e'],
]

// ── English ────────────────────────────────────────────────────────────────────────────────────

const ENGLISH: readonly Rule[] = [
  ['s', ''],
  ['es', ''],
  ['ies', 'y'],
  ['ves', 'f'],
  ['ves', 'fe'],
  ['men', 'man'],
  ['ing', ''],
  ['ing', 'e'],
  ['ed', ''],
  ['ed', 'e'],
]

// ── French ─────────────────────────────────────────────────────────────────────────────────────

const FRENCH_NUMBER: readonly Rule[] = [
  ['s', ''],
  ['x', ''],
  ['aux', 'al'],
]
const FRENCH_GENDER: readonly Rule[] = [
  ['e', ''],
  ['ee', ''],
  ['che', 'c'],
  ['elle', 'el'],
  ['enne', 'en'],
  ['euse', 'eur'],
  ['ette', ''],
  ['ette', 'e'],
  ['et', ''],
]

function addFrench(forms: Set<string>, word: string) {
  addByRules(forms, word, FRENCH_NUMBER)
  const singulars = [...forms]
  for (const singular of singulars) addByRules(forms, singular, FRENCH_GENDER)
}

// ── Search input ──────────────────────────────────────────────────────────────────────────────

/** Umlauts that a keyboard does not have are written with an e: kopfhoerer. */
export function withoutSpelledUmlauts(word: string, language: Language): string | undefined {
  if (language !== 'de') return undefined
  const without = word.replace(/([aou])e/g, '$1')
  return without === word ? undefined : without
}

/** Stop words. They count only if the search contains nothing else. */
const STOP_WORDS: Record<Language, Set<string>> = {
  nl: setOf(`aan al alle als bij dan dat de deze die dit een en er heel het hij hun iemand iets ik in is je
    jouw jullie maar meer met mijn na naar niet nog nu of om onder ons onze ook op over per te tot u uit uw
    van veel vol voor want wat we wie wij worden wordt ze zelf zich zij zijn zo zonder`),
  de: setOf(`ab aber alle als am an auch auf aus bei bis da das dass dem den der des die dies dich dir du ein eine
    einem einen einer eines er es etwas fur ich ihr im in ins ist ja man mehr mein meine mich mir mit nach nicht
    noch nur ob oder ohne sehr sein sich sie sind so uber um und uns unser unter viel vom von vor was wer wie wir
    wird zu zum zur`),
  en: setOf(`a about all an and any are as at be but by do for from has have he her his how if in into is it
    its just me more my no not of off on one or our out over she so some that the their them then they this to
    too up was we what when who will with without you your`),
  fr: setOf(`a au aux avec ce ces cet cette dans de des du elle en est et eux il ils je la le les leur lui ma mais
    me mes mon ne nos notre nous on ou par pas plus pour qu que qui sa sans se ses si son sont sous sur ta te tes
    ton tout toute tu un une vos votre vous y`),
}

function setOf(words: string) {
  return new Set(words.split(/\s+/))
}

export const isStopWord = (word: string, language: Language) =>
  word.length === 1 || STOP_WORDS[language].has(word)
