import net from 'node:net'
import path from 'node:path'

import { inject } from 'vitest'

/** The tests' PostgreSQL listens on a Unix socket only, but a URL needs a host and port. */
export async function postgresProxy() {
  const { host, port, user } = inject('postgres')
  const server = net.createServer((near) => {
    const far = net.connect(path.join(host, `.s.PGSQL.${port}`))
    near.pipe(far).pipe(near)
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const ownPort = typeof address === 'object' && address ? address.port : 0
  return {
    port: ownPort,
    urlOf: (database: string) => `postgres://${user}@127.0.0.1:${ownPort}/${database}`,
    close: () => server.close(),
  }
}
