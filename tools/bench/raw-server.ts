import http from 'node:http'

/**
 * The upper limit of one process on this machine: node:http that sends bytes from memory. Reads the bytes from stdin.
 */
const parts: Buffer[] = []
for await (const part of process.stdin) parts.push(part as Buffer)
const body = Buffer.concat(parts)

const server = http.createServer((_, response) => {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-encoding': 'br',
    'content-length': body.length,
  })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) process.stdout.write(`${address.port}\n`)
})
process.on('SIGTERM', () => process.exit(0))
