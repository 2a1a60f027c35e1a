import type english from '#employer-portal/messages/en.json'

export type EmployerKey = keyof typeof english
/** A language without one of the messages does not compile. */
export type EmployerMessages = Record<EmployerKey, string>
