/**
 * Refuses only addresses that can never work, because a strict pattern refuses people whose address works. The real
 * check is whether a mail arrives.
 */
export function isEmail(text: string): boolean {
  if (text.length > 254 || INVALID_CHARACTERS.test(text)) return false
  const [local, domain, ...more] = text.split('@')
  if (local === undefined || domain === undefined || more.length > 0) return false
  return local !== '' && local.length <= 64 && isDomain(domain)
}

/** Whitespace, and punctuation around addresses in texts and mail programs: `Anna <a@example.com>,`. */
const INVALID_CHARACTERS = /[\s\p{C}()<>[\]:;,\\"]/u

/** Labels contain letters and digits of any script, with hyphens between them. The last label is not a number. */
function isDomain(domain: string): boolean {
  const labels = domain.split('.')
  return labels.length > 1 && labels.every(isLabel) && !/^\d+$/.test(labels.at(-1) ?? '')
}

const isLabel = (label: string) =>
  label.length <= 63 && /^[\p{L}\p{M}\p{N}]([\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u.test(label)

/** Removes the spaces that pasting leaves around an address. */
export function tidyEmail(typed: string): string {
  return typed.normalize('NFC').trim()
}
