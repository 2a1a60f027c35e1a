import { dutch } from '#backoffice/i18n/nl.ts'
import { english } from '#backoffice/i18n/en.ts'
import { german } from '#backoffice/i18n/de.ts'
import type { MessageKey, Messages } from '#backoffice/i18n/message-keys.ts'
import { filled } from '#backoffice/i18n/translator.tsx'
import type { StaffLanguage } from '#domain/language.ts'

type Values = Readonly<Record<string, string | number>>

const messagesIn =
  (language: StaffLanguage, messages: Messages) =>
  (key: MessageKey, values: Values = {}): string =>
    filled({ language, text: messages[key] }, values)

/** Texts of the back office by their key, so that a changed text breaks no test. */
export const nl = messagesIn('nl', dutch)
export const en = messagesIn('en', english)
export const de = messagesIn('de', german)
