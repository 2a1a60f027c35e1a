import net from 'node:net'
import path from 'node:path'

import { inject } from 'vitest'

type Manner = 'leads there' | 'hangs up' | 'says nothing'

/**
 * A proxy to the tests' PostgreSQL, like a load balancer. It forwards, closes every connection (no server), or leaves
 * every connection without a response (lost machine or network).
 */
export async function switchableConnection() {
  const { host, port, user } = inject('postgres')
  const pairs = new Set<{ near: net.Socket; far: net.Socket }>()
  const mute = new Set<net.Socket>()
  let manner: Manner = 'leads there'
  const server = net.createServer((near) => {
    near.on('error', () => {})
    if (manner === 'hangs up') return void near.end()
    if (manner === 'says nothing') return void mute.add(near)
    const far = net.connect(path.join(host, `.s.PGSQL.${port}`))
    const pair = { near, far }
    pairs.add(pair)
    near.pipe(far).pipe(near)
    far.on('error', () => near.destroy())
    near.on('close', () => {
      far.destroy()
      pairs.delete(pair)
    })
    far.on('close', () => near.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const own = typeof address === 'object' && address ? address.port : 0

  function cut() {
    for (const { near } of pairs) near.resetAndDestroy()
    for (const near of mute) near.destroy()
    mute.clear()
  }
  return {
    port: own,
    urlOf: (database: string) => `postgres://${user}@127.0.0.1:${own}/${database}`,
    turn(next: Manner) {
      manner = next
      if (next === 'says nothing') {
        for (const { near, far } of pairs) {
          near.unpipe(far)
          far.unpipe(near)
          near.resume()
          far.resume()
        }
      } else if (next === 'hangs up') cut()
    },
    close() {
      cut()
      server.close()
    },
  }
}
