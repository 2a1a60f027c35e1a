import type { english } from '#backoffice/words/english.ts'

export type WordKey = keyof typeof english
/** What a language has to hold: one that leaves a text out does not compile. */
export type Dictionary = Record<WordKey, string>
