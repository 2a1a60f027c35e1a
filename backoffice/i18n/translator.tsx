import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useMemo,
  useState,
} from 'react'

import { keep, kept } from '#backoffice/staff-storage.ts'
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

type Spoken<PageTexts> = { language: StaffLanguage; dictionary: PageTexts }
const SignInMessagesContext = createContext<
  (Spoken<SignInMessages> & { speak: (language: StaffLanguage) => Promise<void> }) | null
>(null)
const AllMessages = createContext<Translate | null>(null)

const isLanguage = (text: string): text is StaffLanguage =>
  STAFF_LANGUAGES.some((known) => known === text)

/** The last used language, otherwise the browser's. */
export function firstLanguage(): StaffLanguage {
  const wanted = [
    kept('language') ?? '',
    ...navigator.languages.map((language) => language.slice(0, 2)),
  ]
  return wanted.find(isLanguage) ?? 'en'
}

export const loadSignInMessages = async (
  language: StaffLanguage,
): Promise<Spoken<SignInMessages>> => ({
  language,
  dictionary: await signInMessages[language](),
})

const loaded = new Map<StaffLanguage, Promise<Messages>>()

/** Loads all texts of a language once. A failed load is retried. */
export function loadAllMessages(language: StaffLanguage): Promise<Messages> {
  let words = loaded.get(language)
  if (!words) {
    words = allMessages[language]()
    loaded.set(language, words)
    words.catch(() => loaded.delete(language))
  }
  return words
}

export function MessagesProvider({
  first,
  children,
}: {
  first: Spoken<SignInMessages>
  children: ReactNode
}) {
  const [spoken, setSpoken] = useState(first)
  useEffect(() => {
    document.documentElement.lang = spoken.language
  }, [spoken])
  const words = useMemo(
    () => ({
      ...spoken,
      async speak(language: StaffLanguage) {
        keep('language', language)
        // A signed-in user keeps the current language until all texts of the next one are loaded.
        const [next] = await Promise.all([
          loadSignInMessages(language),
          loaded.size > 0 ? loadAllMessages(language) : null,
        ])
        startTransition(() => setSpoken(next))
      },
    }),
    [spoken],
  )
  return <SignInMessagesContext value={words}>{children}</SignInMessagesContext>
}

/** Children can use all texts. The provider suspends until they are loaded. */
export function AllMessagesProvider({ children }: { children: ReactNode }) {
  const { language } = useSpoken()
  const dictionary = use(loadAllMessages(language))
  const t = useMemo<Translate>(
    () => (key, values) => formatMessage({ language, text: dictionary[key] }, values),
    [language, dictionary],
  )
  return <AllMessages value={t}>{children}</AllMessages>
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

function useSpoken() {
  const words = use(SignInMessagesContext)
  if (!words) throw new Error('no messages are provided')
  return words
}

export function useTranslate(): Translate {
  const t = use(AllMessages)
  if (!t) throw new Error('only the sign-in messages are loaded')
  return t
}

/** For the sign-in page, and for components that the sign-in page shares. */
export function useSignInTranslate(): SignInTranslate {
  const { language, dictionary } = useSpoken()
  return useMemo<SignInTranslate>(
    () => (key, values) => formatMessage({ language, text: dictionary[key] }, values),
    [language, dictionary],
  )
}

export const useBackofficeLanguage = () => {
  const { language, speak } = useSpoken()
  return { language, speak }
}
