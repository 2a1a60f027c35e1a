/**
 * Loose on purpose: only what can never be delivered is refused, because a strict pattern turns
 * away people whose address works. The real check is the mail that arrives.
 */
export function isEmail(text: string): boolean {
  if (text.length > 254 || /[\s\p{C}]/u.test(text)) return false
  const [local, domain, ...more] = text.split('@')
  if (local === undefined || domain === undefined || more.length > 0) return false
  return local !== '' && local.length <= 64 && isDomain(domain)
}

function isDomain(domain: string): boolean {
  const labels = domain.split('.')
  return labels.length > 1 && labels.every((label) => label !== '' && label.length <= 63)
}

/** Spaces around an address come from pasting and mean nothing. */
export function tidyEmail(typed: string): string {
  return typed.normalize('NFC').trim()
}
