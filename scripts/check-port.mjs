// Tells at once that the port is taken, before anything takes time. The shop itself opens the port much later.
import net from 'node:net'

import { giveUp } from './prepare.mjs'

export async function checkPort({ PORT = '', HOST = '' } = process.env) {
  const port = PORT === '' ? 3000 : Number(PORT)
  // What is no port is an error of the configuration, which is read later.
  if (!Number.isInteger(port) || port <= 0 || port > 65_535) return
  const code = await tryToListen(port, HOST || 'localhost')
  const sentence = {
    EADDRINUSE: `Port ${port} is in use: stop what listens there, or choose another with PORT=3001 npm start.`,
    EACCES: `Port ${port} may not be opened by this user: choose one above 1023 with PORT.`,
  }[code]
  if (sentence) giveUp(sentence)
}

/** Returns the code of the error, or undefined where the port is free. */
function tryToListen(port, host) {
  return new Promise((done) => {
    const server = net.createServer()
    server.once('error', (error) => done(error.code))
    server.listen({ port, host, exclusive: true }, () => server.close(() => done(undefined)))
  })
}
