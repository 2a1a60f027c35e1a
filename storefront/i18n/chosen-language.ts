import { DEFAULT_LANGUAGE, type Language, languageOf } from '#domain/language.ts'
import { LOCAL, store, stored } from '#storefront/storage/browser-storage.ts'
import { readServerData } from '#storefront/api/server-data.ts'

/** The chosen language, or the one applied at login. Before login the host's own. */
export function currentLanguage(): Language {
  return languageOf(stored(LOCAL.language) ?? undefined) ?? hostLanguage()
}

export const chooseLanguage = (language: Language) => store(LOCAL.language, language)

export function hostLanguage(): Language {
  return languageOf(readServerData().language) ?? DEFAULT_LANGUAGE
}
