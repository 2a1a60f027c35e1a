/**
 * The pages' policy takes HTML only from here and the address of a worker only from `solve-challenge.ts` (Trusted Types), so
 * that a text that was not meant as HTML can never become it. Browsers without Trusted Types take the text itself.
 */
const policy = trustedPolicy('giftpoint', { createHTML: (html) => html })

type Rules = {
  createHTML?(html: string): string
  createScriptURL?(address: string): string
}

/** Undefined where the browser has no Trusted Types. */
export function trustedPolicy(name: string, rules: Rules): Required<Rules> | undefined {
  const { trustedTypes } = globalThis as {
    trustedTypes?: { createPolicy(name: string, rules: Rules): Required<Rules> }
  }
  return trustedTypes?.createPolicy(name, rules)
}

/** An editor's text for display: the server removed everything but text, lists and links. */
export const cleanedHtml = (html: string): string => policy?.createHTML(html) ?? html

/** A document of its own, in which nothing is shown, fetched or run. */
export const parseHtml = (html: string): Document =>
  new DOMParser().parseFromString(cleanedHtml(html), 'text/html')
