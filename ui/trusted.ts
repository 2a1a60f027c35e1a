/**
 * The pages' policy takes HTML and addresses of scripts only from here (Trusted Types), so that a text that was not meant
 * as HTML can never become it. Browsers without Trusted Types take the text itself.
 */
type Rules = { createHTML(html: string): string; createScriptURL(address: string): string }

const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: Rules): Rules }
}

const rules: Rules = {
  createHTML: (html) => html,
  createScriptURL(address) {
    if (new URL(address, location.href).origin === location.origin) return address
    throw new TypeError(`No script is run from ${address}`)
  },
}

const policy = trustedTypes?.createPolicy('giftpoint', rules) ?? rules

/** An editor's text, to be shown: the server took everything but words, lists and links out of it. */
export const cleanedHtml = (html: string): string => policy.createHTML(html)

/** A document of its own, in which nothing is shown, fetched or run. */
export const parseHtml = (html: string): Document =>
  new DOMParser().parseFromString(policy.createHTML(html), 'text/html')

/** One of our own files. */
export const ownScript = (address: string): string => policy.createScriptURL(address)
