const MOST = 2000

/** An address within this site, as a path: nothing that a browser would take for another host. */
export function isOwnPath(text: string): boolean {
  return text.length <= MOST && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text)
}
