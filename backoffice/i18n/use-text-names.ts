import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import type { AllTextNames, OtherKey, TextNames } from '#backoffice/i18n/text-keys.ts'
import { readable } from '#backoffice/i18n/readable-key.ts'
import { type BackofficeLanguage, useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'

/** They come where texts are shown: nobody else's page is heavier for them. */
const NAMES: Record<Exclude<BackofficeLanguage, 'en'>, () => Promise<AllTextNames>> & {
  en: () => Promise<TextNames>
} = {
  nl: async () => (await import('#backoffice/modules/content/messages/text-names/nl.json')).default,
  en: async () => (await import('#backoffice/modules/content/messages/text-names/en.json')).default,
  de: async () => (await import('#backoffice/modules/content/messages/text-names/de.json')).default,
}

/** Of a block that is called as a link to it is elsewhere, the name that is its own. */
const OWN_NAMES: Partial<Record<string, OtherKey>> = { faq: 'faqBlock' }

/** 'stories/3' is the third of them. */
export function blockName(nameText: (key: string) => string, block: string): string {
  const [key = '', place] = block.split('/')
  const name = nameText(OWN_NAMES[key] ?? key)
  return place === undefined ? name : `${name} ${place}`
}

type NameText = (key: string) => string

/** What texts and what stands in their braces are called, by the reader; a key that a folder brought is read as it is. */
export function useTextNames(): { nameText: NameText; nameVariable: NameText } {
  const { language } = useBackofficeLanguage()
  const { data } = useSuspenseQuery({
    queryKey: ['text-names', language],
    queryFn: () => NAMES[language](),
    staleTime: Infinity,
    gcTime: Infinity,
  })
  return useMemo(
    () => ({
      nameText: (key) => data.texts[key] ?? readable(key),
      nameVariable: (name) => data.variables[name] ?? readable(name).toLowerCase(),
    }),
    [data],
  )
}
