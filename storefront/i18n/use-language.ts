import { type Language, languageOf } from '#domain/language.ts'
import { LOCAL } from '#storefront/storage/browser-storage.ts'
import { hostLanguage } from '#storefront/i18n/chosen-language.ts'
import { useStored } from '#storefront/storage/use-stored.ts'

export function useLanguage(): Language {
  return languageOf(useStored(LOCAL.language) ?? undefined) ?? hostLanguage()
}
