/** ß and ligatures have no combining mark to strip, so they are spelled out. */
const SPELLED_OUT: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd' }

/** The form for comparisons: lower case without accents. */
export function folded(text: string): string {
  const lower = text.toLowerCase()
  // Most texts need no folding, and folding is slow.
  if (!/[^ -~]/.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđ]/g, (letter) => SPELLED_OUT[letter] ?? letter)
}

/** The folded words of a text. An apostrophe separates words: l'huile, d'olive, paraplu's. */
export function wordsIn(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** The same words in lower case with their accents, for display. */
export function writtenWordsIn(text: string): string[] {
  return (
    text
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
