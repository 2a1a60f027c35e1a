import type { IncomingMessage } from 'node:http'

/** RFC 9112 forbids several Host headers: Node reads the first one, and a proxy may read another. */
export function hasManyHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1
  return count > 1
}
