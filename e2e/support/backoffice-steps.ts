import { see, type Visit } from '#e2e/support/browser-test.ts'
import { GUEST_PASSWORD } from '#server/testing/clients/staff-client.ts'
import { THOROUGH } from '#server/testing/thorough.ts'

export type BackofficeLanguage = 'nl' | 'en'
/**
 * End-to-end tests of the back office run in Dutch. `npm run test:long` runs them in English. `all-pages.e2e.ts`
 * checks that no page contains text of another language.
 */
export const BACKOFFICE_LANGUAGES: readonly BackofficeLanguage[] = [THOROUGH ? 'en' : 'nl']
/** Tests that do not depend on texts run in one language: other widths, dark mode, large text, other roles. */
export const SHAPES_IN = 'nl'

export const BACKOFFICE_TEXTS = {
  nl: {
    signIn: 'Inloggen',
    wrong: 'Dat klopte niet: kijk het adres, het wachtwoord en de code nog eens na.',
    mail: 'E-mail',
    password: 'Wachtwoord',
    code: /Code uit je app/,
    staff: 'Medewerkers',
    today: 'Vandaag',
    signOut: 'Uitloggen',
    name: 'Naam',
    audit: 'Logboek',
    foundNothing: 'Niets gevonden.',
    columns: 'Kolommen',
    next: 'Volgende',
    keys: 'Toetsen',
    selection: 'Selectie',
    select: (name: string) => `${name} kiezen`,
    save: 'Bewaren',
    discard: 'Weggooien',
    signInAgain: 'Opnieuw inloggen',
    passwordOf: (mail: string) => `Wachtwoord van ${mail}`,
    makeFile: 'Bestand maken',
    cancelWork: 'Afbreken',
    cancelled: 'afgebroken',
    workDone: 'klaar',
    auditFile: 'Logboek als bestand',
    longWork: 'Lang werk',
    byCompany: (name: string) => `Inloggen met ${name}`,
    oneMoment: 'Een ogenblik …',
    notInvited: /niet uitgenodigd/,
    isHereToo: (name: string) => `${name} is hier ook`,
    changedBy: (name: string) => `Zojuist gewijzigd door ${name}.`,
    show: 'Tonen',
    openElsewhere: 'Open in een ander tabblad van je',
  },
  en: {
    signIn: 'Sign in',
    wrong: 'That did not fit: look at the address, the password and the code again.',
    mail: 'Email',
    password: 'Password',
    code: /Code from your app/,
    staff: 'Staff',
    today: 'Today',
    signOut: 'Sign out',
    name: 'Name',
    audit: 'Audit',
    foundNothing: 'Nothing found.',
    columns: 'Columns',
    next: 'Next',
    keys: 'Keys',
    selection: 'Selection',
    select: (name: string) => `Select ${name}`,
    save: 'Save',
    discard: 'Throw away',
    signInAgain: 'Sign in again',
    passwordOf: (mail: string) => `Password of ${mail}`,
    makeFile: 'Make a file',
    cancelWork: 'Cancel',
    cancelled: 'cancelled',
    workDone: 'done',
    auditFile: 'Audit as a file',
    longWork: 'Long work',
    byCompany: (name: string) => `Sign in with ${name}`,
    oneMoment: 'One moment …',
    notInvited: /not invited here/,
    isHereToo: (name: string) => `${name} is here, too`,
    changedBy: (name: string) => `Changed by ${name} just now.`,
    show: 'Show',
    openElsewhere: 'Open in another tab of yours',
  },
} as const

/** Fills in the sign-in form and submits it. */
export async function knock(
  { page }: Visit,
  language: BackofficeLanguage,
  { email, password = GUEST_PASSWORD, totp = '' }: Comer,
) {
  const words = BACKOFFICE_TEXTS[language]
  await page.getByLabel(words.mail).fill(email)
  await page.getByLabel(words.password, { exact: true }).fill(password)
  await page.getByLabel(words.code).fill(totp)
  await page.getByRole('button', { name: words.signIn, exact: true }).click()
}

type Comer = { email: string; password?: string; totp?: string }

/** Opens an address of the back office through the sign-in page, which then leads to that address. */
export async function signInOnPage(
  visit: Visit,
  language: BackofficeLanguage,
  path: string,
  who: Comer,
) {
  await speak(visit, language)
  await visit.go(path)
  await knock(visit, language, who)
  await see(visit.page.getByRole('navigation').first())
}

/** Opens an address of the back office with an existing session, for tests that start after the sign-in. */
export async function signInAsStaff(
  visit: Visit,
  language: BackofficeLanguage,
  path: string,
  { email, password = GUEST_PASSWORD, totp = '' }: Comer,
) {
  await speak(visit, language)
  const answer = await visit.context.request.post(visit.url('/backoffice/api/session'), {
    headers: { 'x-backoffice': '1' },
    data: { email, password, totp },
  })
  if (!answer.ok()) throw new Error(`${email} was not let in: ${await answer.text()}`)
  await visit.go(path)
  await see(visit.page.getByRole('navigation').first())
}

const speak = ({ context }: Visit, language: BackofficeLanguage) =>
  context.addInitScript((language) => {
    if (localStorage.getItem('backoffice.language') === null) {
      localStorage.setItem('backoffice.language', language)
    }
  }, language)
