import type { doorEnglish } from '#backoffice/i18n/en/sign-in.ts'
import type { english } from '#backoffice/i18n/en/backoffice.ts'

export type WordKey = keyof typeof english
/** What a language has to hold: one that leaves a text out does not compile. */
export type Dictionary = Record<WordKey, string>

/** What is said at the door, before anybody is in. */
export type DoorKey = keyof typeof doorEnglish
export type DoorDictionary = Record<DoorKey, string>
