import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useMemo,
  useState,
} from 'react'

import { saveSetting, readSetting } from '#backoffice/staff-storage.ts'
import type {
  Messages,
  SignInMessages,
  SignInKey,
  MessageKey,
} from '#backoffice/i18n/message-keys.ts'
import { STAFF_LANGUAGES, type StaffLanguage } from '#domain/language.ts'

type Values = Readonly<Record<string, string | number>>
export type Translate = (key: MessageKey, values?: Values) => string

export type SignInTranslate = (key: SignInKey, values?: Values) => string

const signInMessages: Record<StaffLanguage, () => Promise<SignInMessages>> = {
  nl: async () => (await import('#backoffice/shell/sign-in/messages/nl.json')).default,
  en: async () => (await import('#backoffice/shell/sign-in/messages/en.json')).default,
  de: async () => (await import('#backoffice/shell/sign-in/messages/de.json')).default,
}
const allMessages: Record<StaffLanguage, () => Promise<Messages>> = {
  nl: async () => (await import('#backoffice/i18n/nl.ts')).dutch,
  en: async () => (await import('#backoffice/i18n/en.ts')).english,
  de: async () => (await import('#backoffice/i18n/de.ts')).german,
}

type LoadedMessages<Dictionary> = { language: StaffLanguage; dictionary: Dictionary }
const SignInMessagesContext = createContext<
  | (LoadedMessages<SignInMessages> & { setLanguage: (language: StaffLanguage) => Promise<void> })
  | null
>(null)
const TranslateContext = createContext<Translate | null>(null)

const isLanguage = (text: string): text is StaffLanguage =>
  STAFF_LANGUAGES.some((known) => known === text)

/** The last used language, otherwise the browser's. */
export function firstLanguage(): StaffLanguage {
  const wanted = [
    readSetting('language') ?? '',
    ...navigator.languages.map((language) => language.slice(0, 2)),
  ]
  return wanted.find(isLanguage) ?? 'en'
}

export const loadSignInMessages = async (
  language: StaffLanguage,
): Promise<LoadedMessages<SignInMessages>> => ({
  language,
  dictionary: await signInMessages[language](),
})

const loaded = new Map<StaffLanguage, Promise<Messages>>()

/** Loads all texts of a language once. A failed load is retried. */
export function loadAllMessages(language: StaffLanguage): Promise<Messages> {
  let messages = loaded.get(language)
  if (!messages) {
    messages = allMessages[language]()
    loaded.set(language, messages)
    messages.catch(() => loaded.delete(language))
  }
  return messages
}

export function MessagesProvider({
  first,
  children,
}: {
  first: LoadedMessages<SignInMessages>
  children: ReactNode
}) {
  const [current, setCurrent] = useState(first)
  useEffect(() => {
    document.documentElement.lang = current.language
  }, [current])
  const messages = useMemo(
    () => ({
      ...current,
      async setLanguage(language: StaffLanguage) {
        saveSetting('language', language)
        // A signed-in user keeps the current language until all texts of the next one are loaded.
        const [next] = await Promise.all([
          loadSignInMessages(language),
          loaded.size > 0 ? loadAllMessages(language) : null,
        ])
        startTransition(() => setCurrent(next))
      },
    }),
    [current],
  )
  return <SignInMessagesContext value={messages}>{children}</SignInMessagesContext>
}

/** Children can use all texts. The provider suspends until they are loaded. */
export function AllMessagesProvider({ children }: { children: ReactNode }) {
  const { language } = useSignInMessages()
  const dictionary = use(loadAllMessages(language))
  const t = useMemo<Translate>(
    () => (key, values) => formatMessage({ language, text: dictionary[key] }, values),
    [language, dictionary],
  )
  return <TranslateContext value={t}>{children}</TranslateContext>
}

/** 'one gift|{count} gifts': the first form if `count` is one. Numbers are formatted for the reader's language. */
export function formatMessage(
  { language, text }: { language: StaffLanguage; text: string },
  values: Values = {},
): string {
  const forms = text.split('|')
  const form = (values['count'] === 1 ? forms[0] : forms.at(-1)) ?? ''
  return form.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name]
    if (value === undefined) return placeholder
    return typeof value === 'number' ? value.toLocaleString(language) : value
  })
}

function useSignInMessages() {
  const messages = use(SignInMessagesContext)
  if (!messages) throw new Error('no messages are provided')
  return messages
}

export function useTranslate(): Translate {
  const t = use(TranslateContext)
  if (!t) throw new Error('only the sign-in messages are loaded')
  return t
}

/** For the sign-in page, and for components that the sign-in page shares. */
export function useSignInTranslate(): SignInTranslate {
  const { language, dictionary } = useSignInMessages()
  return useMemo<SignInTranslate>(
    () => (key, values) => formatMessage({ language, text: dictionary[key] }, values),
    [language, dictionary],
  )
}

export const useBackofficeLanguage = () => {
  const { language, setLanguage } = useSignInMessages()
  return { language, setLanguage }
}
