import type { english } from '#backoffice/i18n/en.ts'
import type signIn from '#backoffice/shell/sign-in/messages/en.json'

export type MessageKey = keyof typeof english
/** A language without one of the messages does not compile. */
export type Messages = Record<MessageKey, string>

/** The messages of the sign-in page, which loads first. */
export type SignInKey = keyof typeof signIn
export type SignInMessages = Record<SignInKey, string>
