const MAX_LENGTH = 2000

/** Whether a text is a path within this site that no browser reads as another host. */
export function isOwnPath(text: string): boolean {
  return text.length <= MAX_LENGTH && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text)
}
