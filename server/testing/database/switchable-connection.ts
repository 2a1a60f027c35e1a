import net from 'node:net'
import path from 'node:path'

import { inject } from 'vitest'

type Mode = 'forwards' | 'closes' | 'hangs'

/**
 * A proxy to the tests' PostgreSQL, like a load balancer. It forwards, closes every connection (no server), or leaves
 * every connection without a response (lost machine or network).
 */
export async function switchableConnection() {
  const { host, port, user } = inject('postgres')
  const pairs = new Set<{ near: net.Socket; far: net.Socket }>()
  const silentSockets = new Set<net.Socket>()
  let mode: Mode = 'forwards'
  const server = net.createServer((near) => {
    near.on('error', () => {})
    if (mode === 'closes') return void near.end()
    if (mode === 'hangs') return void silentSockets.add(near)
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
  const ownPort = typeof address === 'object' && address ? address.port : 0

  function closeSockets() {
    for (const { near } of pairs) near.resetAndDestroy()
    for (const near of silentSockets) near.destroy()
    silentSockets.clear()
  }
  return {
    port: ownPort,
    urlOf: (database: string) => `postgres://${user}@127.0.0.1:${ownPort}/${database}`,
    setMode(newMode: Mode) {
      mode = newMode
      if (newMode === 'hangs') {
        for (const { near, far } of pairs) {
          near.unpipe(far)
          far.unpipe(near)
          near.resume()
          far.resume()
        }
      } else if (newMode === 'closes') closeSockets()
    },
    close() {
      closeSockets()
      server.close()
    },
  }
}
