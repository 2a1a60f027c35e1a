import { saveSetting, readSetting } from '#backoffice/staff-storage.ts'
import type { StaffLanguage } from '#domain/language.ts'

/** Stores that a language was chosen on this page: a company sign-in reloads the page. */
export const LANGUAGE_CHOSEN = 'language-chosen'

/**
 * A person who never chose a language, or chose one on the sign-in page, continues in the language of that page, on
 * every device and in mails. `store` is null while nothing can be stored; then this runs again.
 */
export function withPageLanguage<
  Person extends { language: StaffLanguage; language_chosen: boolean },
>(person: Person, language: StaffLanguage, store: (() => Promise<unknown>) | null): Person {
  const chosenHere = readSetting(LANGUAGE_CHOSEN) !== null
  if (store) saveSetting(LANGUAGE_CHOSEN, null)
  if (person.language_chosen && !chosenHere) return person
  // If this is lost, the next sign-in stores it.
  store?.().catch(() => null)
  return { ...person, language, language_chosen: true }
}

/** The language of the sign-in page, and the one that the account has instead. */
export type OfferedLanguage = { page: StaffLanguage; account: StaffLanguage }

/**
 * Staff who never chose a language continue in the language of the sign-in page. If the account has another language, a
 * choice on the page applies to this session only, and the back office offers to store it for the account.
 */
export function languageAtSignIn<
  Person extends { language: StaffLanguage; language_chosen: boolean },
>(
  person: Person,
  page: StaffLanguage,
  store: (() => Promise<unknown>) | null,
): { person: Person; offer: OfferedLanguage | null } {
  if (!person.language_chosen) return { person: withPageLanguage(person, page, store), offer: null }
  const account = person.language
  const chosenHere = readSetting(LANGUAGE_CHOSEN) !== null
  if (store) saveSetting(LANGUAGE_CHOSEN, null)
  return {
    person: chosenHere ? { ...person, language: page } : person,
    offer: page === account ? null : { page, account },
  }
}
