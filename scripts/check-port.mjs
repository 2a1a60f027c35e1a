// Reports an invalid or used port at once, before any slow step. The shop itself opens the port much later.
import net from 'node:net'

import { exitWithError } from './prepare.mjs'

export async function checkPort({ PORT = '', HOST = '' } = process.env) {
  const port = PORT === '' ? 3000 : Number(PORT)
  if ((PORT !== '' && !/^\d{1,9}$/.test(PORT)) || port > 65_535) {
    exitWithError('PORT must be a whole number from 0 to 65535.')
  }
  // The system chooses a free port.
  if (port === 0) return
  const code = await tryToListen(port, HOST || 'localhost')
  const sentence = {
    EADDRINUSE: `Port ${port} is in use. Stop the other program, or choose another port: PORT=3001 npm start.`,
    EACCES: `This user may not open port ${port}. Set PORT to a number above 1023.`,
  }[code]
  if (sentence) exitWithError(sentence)
}

/** Returns the error code, or undefined if the port is free. */
function tryToListen(port, host) {
  return new Promise((done) => {
    const server = net.createServer()
    server.once('error', (error) => done(error.code))
    server.listen({ port, host, exclusive: true }, () => server.close(() => done(undefined)))
  })
}
