import type { Answer } from '#contract/client.shop.ts'
import type { Language } from '#domain/language.ts'

/** The data that the server writes into every page: the answer of /rest/site, and on the login page its texts. */
export type Given = {
  site: Answer<'site'>
  language: Language
  components: Answer<'component'>['response'][]
}

let given: Given | undefined

export function setServerData(value: Given): void {
  given = value
}

export function readServerData(): Given {
  if (!given) {
    const text = document.getElementById('given')?.textContent
    if (!text) throw new Error('the page has no site data')
    given = JSON.parse(text) as Given
  }
  return given
}

export const serverSite = () => readServerData().site
