/**
 * Trusted Types: the pages accept HTML only from here and worker addresses only from `solve-challenge.ts`, so that text
 * cannot become HTML by accident. Browsers without Trusted Types use the plain string.
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

/** Marks an editor's text as trusted, because the server has sanitised it. */
export const trustedHtml = (html: string): string => policy?.createHTML(html) ?? html

/** Parses into a separate document that renders, fetches and runs nothing. */
export const parseHtml = (html: string): Document =>
  new DOMParser().parseFromString(trustedHtml(html), 'text/html')
