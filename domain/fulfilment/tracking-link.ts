const MAX_LENGTH = 500
/** Available in browsers and in Node, but not in the library of this project's types. */
declare const URL: {
  canParse(text: string): boolean
  new (text: string): { href: string; username: string; password: string }
}

/** The stored form of a tracking link: a complete https URL without credentials, or null. */
export function trackingLink(text: string): string | null {
  if (!/^https:\/\//i.test(text) || /[\s\p{Cc}<>"]/u.test(text) || !URL.canParse(text)) return null
  const { href, username, password } = new URL(text)
  return username === '' && password === '' && href.length <= MAX_LENGTH ? href : null
}
