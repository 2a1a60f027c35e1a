import type { IncomingMessage } from 'node:http'

/** RFC 9112 forbids several Host headers: Node reads the first one, and a proxy may read another. */
export function hasManyHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') count += 1
  return count > 1
}
