import { type Language, languageOf } from '#domain/language.ts'
import { LOCAL } from '#storefront/browser-storage.ts'
import { hostLanguage } from '#storefront/chosen-language.ts'
import { useStored } from '#storefront/use-stored.ts'

export function useLanguage(): Language {
  return languageOf(useStored(LOCAL.language) ?? undefined) ?? hostLanguage()
}
