import { COMPONENT_KEYS } from '#contract/content/component-keys.ts'
import { isLanguageChoice } from '#contract/content/language-choice.ts'
import { languageOf } from '#domain/language.ts'
import { MAIL_PATH } from '#server/modules/content/releases/change-keys.ts'

import { isComponent } from './page-names.ts'

type Address = { path: string; block: string; key: string }

/** Keys of editors' pages that are shown with their markup. */
const PAGE_MARKUP = new Set(['answer', 'body'])

function isMarkup({ path, block, key }: Address): boolean {
  if (!isComponent(path)) return PAGE_MARKUP.has(key)
  const keys: Record<string, Record<string, string> | undefined> = COMPONENT_KEYS
  return keys[path]?.[block === '' ? key : `${block.replace(/\/\d+$/, '/*')}.${key}`] === 'area'
}

/** Why this value is not allowed for a text without markup, if it is not. */
export function plainTextProblem(address: Address, value: string): string | undefined {
  const { path, block, key } = address
  if (path === MAIL_PATH && block === '' && /^mail_[a-z-]+_subject/.test(key)) {
    return /\p{Cc}/u.test(value) ? `'${key}' is a subject and must be on one line` : undefined
  }
  if (isLanguageChoice(address)) {
    return languageOf(value) ? undefined : `'${value}' is not a language of the shop`
  }
  // The text is not cleaned as HTML, so readers would see its tags.
  return isMarkup(address) && /<\/?[a-z][^<>]*>/i.test(value)
    ? `'${key}' contains tags but is plain text: put HTML under html (in the back office: area)`
    : undefined
}
