import { en, nl } from '#e2e/support/messages.ts'
import { expectVisible, type Visit } from '#e2e/support/browser-test.ts'
import { STAFF_PASSWORD } from '#server/testing/clients/staff-client.ts'
import { THOROUGH } from '#server/testing/thorough.ts'

export type BackofficeLanguage = 'nl' | 'en'
/**
 * End-to-end tests of the back office run in Dutch. `npm run test:long` runs them in English. `all-pages.e2e.ts`
 * checks that no page contains text of another language.
 */
export const BACKOFFICE_LANGUAGES: readonly BackofficeLanguage[] = [THOROUGH ? 'en' : 'nl']
/** Tests that do not depend on texts run in one language: other widths, dark mode, large text, other roles. */
export const LAYOUT_LANGUAGE = 'nl'

const textsOf = (t: typeof nl) => ({
  signIn: t('signIn'),
  signInFailed: t('signInWrong'),
  mail: t('mail'),
  password: t('password'),
  code: t('appCode'),
  continueSignIn: t('goOn'),
  staff: t('staff'),
  home: t('nav.home'),
  signOut: t('signOut'),
  name: t('name'),
  audit: t('audit'),
  foundNothing: t('noSearchResults'),
  columns: t('columns'),
  next: t('next'),
  keys: t('keys'),
  selection: t('selection'),
  select: (name: string) => t('selectOne', { name }),
  save: t('save'),
  discard: t('discard'),
  signInAgain: t('signInAgain'),
  passwordOf: (mail: string) => t('passwordOf', { mail }),
  exportFile: t('export'),
  cancelJob: t('cancelJob'),
  cancelled: t('jobState.cancelled'),
  jobDone: t('jobState.done'),
  auditFile: t('job.audit-export'),
  backgroundJobs: t('backgroundJobs'),
  byCompany: (name: string) => t('byCompany', { name }),
  signingIn: t('signInWorking'),
  notInvited: t('notAColleague'),
  viewedBy: (names: string) => t('viewedByOne', { names }),
  changedBy: (name: string) => t('changedBy', { name, what: '' }).trim(),
  show: t('showChanges'),
  openElsewhere: t('openElsewhere'),
})
export const BACKOFFICE_TEXTS = { nl: textsOf(nl), en: textsOf(en) } as const

/** Fills in the sign-in form and submits it. */
export async function submitSignIn(
  { page }: Visit,
  language: BackofficeLanguage,
  { email, password = STAFF_PASSWORD, totp = '' }: Account,
) {
  const texts = BACKOFFICE_TEXTS[language]
  await page.getByLabel(texts.mail).fill(email)
  await page.getByLabel(texts.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: texts.signIn, exact: true }).click()
  if (totp === '') return
  await page.getByLabel(texts.code).fill(totp)
  await page.getByRole('button', { name: texts.continueSignIn, exact: true }).click()
}

type Account = { email: string; password?: string; totp?: string }

/** Opens an address of the back office through the sign-in page, which then leads to that address. */
export async function signInOnPage(
  visit: Visit,
  language: BackofficeLanguage,
  path: string,
  account: Account,
) {
  await setLanguage(visit, language)
  await visit.go(path)
  await submitSignIn(visit, language, account)
  await expectVisible(visit.page.getByRole('navigation').first())
}

/** Opens an address of the back office with an existing session, for tests that start after the sign-in. */
export async function signInAsStaff(
  visit: Visit,
  language: BackofficeLanguage,
  path: string,
  { email, password = STAFF_PASSWORD, totp = '' }: Account,
) {
  await setLanguage(visit, language)
  const answer = await visit.context.request.post(visit.url('/backoffice/api/session'), {
    headers: { 'x-backoffice': '1' },
    data: { email, password, totp },
  })
  if (!answer.ok()) throw new Error(`${email} was not let in: ${await answer.text()}`)
  await visit.go(path)
  await expectVisible(visit.page.getByRole('navigation').first())
}

const setLanguage = ({ context }: Visit, language: BackofficeLanguage) =>
  context.addInitScript((language) => {
    if (localStorage.getItem('backoffice.language') === null) {
      localStorage.setItem('backoffice.language', language)
    }
  }, language)

/** Chooses an action of an order that is not its first one: from the menu, if there are several. */
export async function chooseOrderAction(page: Visit['page'], action: string) {
  const menu = page.getByRole('button', { name: nl('moreActions'), exact: true })
  const direct = page.getByRole('button', { name: action, exact: true })
  await expectVisible(menu.or(direct))
  if (await menu.isVisible()) await menu.click()
  await direct.click()
}
