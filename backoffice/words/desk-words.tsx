import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'

import { keep, kept } from '#backoffice/desk-storage.ts'
import type { Dictionary, WordKey } from '#backoffice/words/dictionary.ts'

export const DESK_LANGUAGES = ['nl', 'en', 'de'] as const
export type DeskLanguage = (typeof DESK_LANGUAGES)[number]
type Values = Readonly<Record<string, string | number>>
export type Say = (key: WordKey, values?: Values) => string

const load: Record<DeskLanguage, () => Promise<Dictionary>> = {
  nl: async () => (await import('#backoffice/words/dutch.ts')).dutch,
  en: async () => (await import('#backoffice/words/english.ts')).english,
  de: async () => (await import('#backoffice/words/german.ts')).german,
}

type Spoken = { language: DeskLanguage; dictionary: Dictionary }
const Words = createContext<
  (Spoken & { say: Say; speak: (language: DeskLanguage) => Promise<void> }) | null
>(null)

const isLanguage = (text: string): text is DeskLanguage =>
  DESK_LANGUAGES.some((known) => known === text)

/** As last time, else what the browser asks for. */
export function firstLanguage(): DeskLanguage {
  const wanted = [kept('language') ?? '', ...navigator.languages.map((one) => one.slice(0, 2))]
  return wanted.find(isLanguage) ?? 'en'
}

export const loadWords = async (language: DeskLanguage): Promise<Spoken> => ({
  language,
  dictionary: await load[language](),
})

export function WordsProvider({ first, children }: { first: Spoken; children: ReactNode }) {
  const [spoken, setSpoken] = useState(first)
  useEffect(() => {
    document.documentElement.lang = spoken.language
  }, [spoken])
  const words = useMemo(
    () => ({
      ...spoken,
      say: (key: WordKey, values: Values = {}) => filled(spoken, key, values),
      async speak(language: DeskLanguage) {
        keep('language', language)
        setSpoken(await loadWords(language))
      },
    }),
    [spoken],
  )
  return <Words value={words}>{children}</Words>
}

/** 'one gift|{count} gifts': the first where `count` is one. Numbers as the reader writes them. */
function filled({ language, dictionary }: Spoken, key: WordKey, values: Values): string {
  const forms = dictionary[key].split('|')
  const text = (values['count'] === 1 ? forms[0] : forms.at(-1)) ?? ''
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    if (value === undefined) return whole
    return typeof value === 'number' ? value.toLocaleString(language) : value
  })
}

function useSpoken() {
  const words = use(Words)
  if (!words) throw new Error('nobody speaks here')
  return words
}

export const useSay = (): Say => useSpoken().say
export const useDeskLanguage = () => {
  const { language, speak } = useSpoken()
  return { language, speak }
}
