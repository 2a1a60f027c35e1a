import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Connections without a request so far: browsers open some in advance, and a closing server would wait for them. */
export function unusedConnections(server: Server) {
  const unused = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => void unused.delete(socket))
  return {
    end() {
      for (const socket of unused) socket.destroySoon()
    },
  }
}
