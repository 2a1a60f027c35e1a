import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import type { AllTextNames, OtherKey, TextNames } from '#backoffice/i18n/text-keys.ts'
import { readableKey } from '#backoffice/i18n/readable-key.ts'
import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import type { StaffLanguage } from '#domain/language.ts'

/** Loaded on demand, so that pages without these names stay small. */
const loadNames: Record<StaffLanguage, () => Promise<AllTextNames>> = {
  nl: async () => (await import('#backoffice/modules/content/messages/text-names/nl.json')).default,
  en: async () => (await import('#backoffice/modules/content/messages/text-names/en.json')).default,
  de: async () => (await import('#backoffice/modules/content/messages/text-names/de.json')).default,
}

/** The key 'faq' names the link to the block, so the block itself needs another name. */
const BLOCK_NAME_KEYS: Partial<Record<string, OtherKey>> = { faq: 'faqBlock' }

/** 'stories/3' is the third item of 'stories'. */
export function blockName(nameText: (key: string) => string, block: string): string {
  const [key = '', position] = block.split('/')
  const name = nameText(BLOCK_NAME_KEYS[key] ?? key)
  return position === undefined ? name : `${name} ${position}`
}

/** The name of a key, or its special name in this block, such as that of 'homepagecomponents.title'. */
export function nameIn(names: TextNames, key: string, place = ''): string {
  const [block = ''] = place.split('/')
  return names.texts[`${block}.${key}`] ?? names.texts[key] ?? readableKey(key)
}

/** The place of a text is its block, or its page or mail if it has no block. */
export type NameText = (key: string, place?: string) => string

/** Names of texts and variables in the reader's language. Unknown keys from a channel bundle are made readable. */
export function useTextNames(): {
  nameText: NameText
  nameVariable: (name: string) => string
} {
  const { language } = useBackofficeLanguage()
  const { data } = useSuspenseQuery({
    queryKey: ['text-names', language],
    queryFn: () => loadNames[language](),
    staleTime: Infinity,
    gcTime: Infinity,
  })
  return useMemo(
    () => ({
      nameText: (key, place) => nameIn(data, key, place),
      nameVariable: (name) => data.variables[name] ?? readableKey(name).toLowerCase(),
    }),
    [data],
  )
}
