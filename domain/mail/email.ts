/**
 * Loose on purpose: only what can never be delivered is refused, because a strict pattern turns
 * away people whose address works. The real check is the mail that arrives.
 */
export function isEmail(text: string): boolean {
  if (text.length > 254 || NEVER_IN_ONE.test(text)) return false
  const [local, domain, ...more] = text.split('@')
  if (local === undefined || domain === undefined || more.length > 0) return false
  return local !== '' && local.length <= 64 && isDomain(domain)
}

/** Whitespace, and punctuation around addresses in texts and mail programs: `Anna <a@example.com>,`. */
const NEVER_IN_ONE = /[\s\p{C}()<>[\]:;,\\"]/u

/** Names of hosts are letters and digits of any script, with hyphens between them; the last one is no number. */
function isDomain(domain: string): boolean {
  const labels = domain.split('.')
  return labels.length > 1 && labels.every(isLabel) && !/^\d+$/.test(labels.at(-1) ?? '')
}

const isLabel = (label: string) =>
  label.length <= 63 && /^[\p{L}\p{M}\p{N}]([\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u.test(label)

/** Spaces around an address come from pasting and mean nothing. */
export function tidyEmail(typed: string): string {
  return typed.normalize('NFC').trim()
}
