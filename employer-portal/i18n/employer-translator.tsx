import { createContext, type ReactNode, use, useMemo } from 'react'

import { formatMessage, useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import type { EmployerMessages, EmployerKey } from '#employer-portal/i18n/employer-message-keys.ts'
import type { StaffLanguage } from '#domain/language.ts'

type Values = Readonly<Record<string, string | number>>
export type PortalTranslate = (key: EmployerKey, values?: Values) => string

/** Separate from the back office's texts, which the portal does not need. */
const dictionaries: Record<StaffLanguage, () => Promise<EmployerMessages>> = {
  nl: async () => (await import('#employer-portal/messages/nl.json')).default,
  en: async () => (await import('#employer-portal/messages/en.json')).default,
  de: async () => (await import('#employer-portal/messages/de.json')).default,
}
const loaded = new Map<StaffLanguage, Promise<EmployerMessages>>()

function load(language: StaffLanguage): Promise<EmployerMessages> {
  let messages = loaded.get(language)
  if (!messages) {
    messages = dictionaries[language]()
    loaded.set(language, messages)
    messages.catch(() => loaded.delete(language))
  }
  return messages
}

const TranslateContext = createContext<PortalTranslate | null>(null)

export function EmployerMessages({ children }: { children: ReactNode }) {
  const { language } = useBackofficeLanguage()
  const dictionary = use(load(language))
  const t = useMemo<PortalTranslate>(
    () => (key, values) => formatMessage({ language, text: dictionary[key] }, values),
    [language, dictionary],
  )
  return <TranslateContext value={t}>{children}</TranslateContext>
}

export function usePortalTranslate(): PortalTranslate {
  const t = use(TranslateContext)
  if (!t) throw new Error('no messages are provided')
  return t
}
