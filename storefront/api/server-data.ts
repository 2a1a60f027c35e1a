import type { Answer } from '#contract/client.shop.ts'
import { type Language, languageOf } from '#domain/language.ts'

/** The data that the server writes into every page: the answer of /rest/site, and on the login page its texts. */
export type ServerData = {
  site: Answer<'site'>
  language: Language
  components: Answer<'component'>['response'][]
}

let serverData: ServerData | undefined

export function setServerData(value: ServerData): void {
  serverData = value
}

export function readServerData(): ServerData {
  if (!serverData) {
    const text = document.getElementById('given')?.textContent
    if (!text) throw new Error('the page has no site data')
    serverData = JSON.parse(text) as ServerData
  }
  return serverData
}

export const serverSite = () => readServerData().site

/** The languages that holders of this channel can choose. */
export const selectableLanguages = (): Language[] =>
  serverSite().languages.flatMap(({ code, selectable }) =>
    selectable ? (languageOf(code) ?? []) : [],
  )
