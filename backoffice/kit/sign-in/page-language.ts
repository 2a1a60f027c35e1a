import { keep, kept } from '#backoffice/staff-storage.ts'
import type { StaffLanguage } from '#domain/language.ts'

/** Stores that a language was chosen on this page: a company sign-in reloads the page. */
export const LANGUAGE_CHOSEN = 'language-chosen'

/**
 * A person who never chose a language, or chose one on the sign-in page, goes on in the language of that page, on every
 * machine and in mails. `store` is null while nothing can be stored; then this runs again.
 */
export function withPageLanguage<
  Person extends { language: StaffLanguage; language_chosen: boolean },
>(person: Person, language: StaffLanguage, store: (() => Promise<unknown>) | null): Person {
  const chosenHere = kept(LANGUAGE_CHOSEN) !== null
  if (store) keep(LANGUAGE_CHOSEN, null)
  if (person.language_chosen && !chosenHere) return person
  // If this is lost, the next sign-in stores it.
  store?.().catch(() => null)
  return { ...person, language, language_chosen: true }
}
