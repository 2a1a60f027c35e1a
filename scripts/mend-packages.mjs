// Mends a defect in a package that its authors have not released a mend for. Runs after every install; does
// nothing the second time, and says so loudly when the package no longer looks as it did.
//
// postgres 3.4.9: a small write waits for the next turn of the loop. When the connection closes in between, the
// waiting write meets a socket that is null and ends the whole process; or the note that a write is waiting is
// never taken back, and the connection sends nothing ever again. See docs/decisions/004.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

const MENDS = [
  {
    file: 'node_modules/postgres/src/connection.js',
    mends: [
      {
        // A write that comes too late fails its query instead of the process.
        from: '  function nextWrite(fn) {\n    const x = socket.write(chunk, fn)',
        to: "  function nextWrite(fn) {\n    if (socket === null) {\n      chunk = nextWriteTimer = null\n      error(Errors.connection('CONNECTION_CLOSED', options, socket))\n      return false\n    }\n    const x = socket.write(chunk, fn)",
        times: 1,
      },
      {
        // What a closed connection still had to say is not said on the next one.
        from: '    clearImmediate(nextWriteTimer)\n    socket.removeListener',
        to: '    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket.removeListener',
        times: 1,
      },
      {
        // A query that was handed over between a connection's error and its close is told of the close, too;
        // otherwise nobody ever answers it.
        from: '    !hadError && (query || sent.length) && error(',
        to: '    ;(query || sent.length) && error(',
        times: 1,
      },
      {
        // Nobody waits for this one, so its failure would end the process; the connection's own error is told.
        from: '        return fetchArrayTypes()\n',
        to: '        return fetchArrayTypes().catch(() => {})\n',
        times: 1,
      },
    ],
  },
  {
    file: 'node_modules/postgres/src/index.js',
    mends: [
      {
        // A transaction that lost its connection says nothing more on it: it may already be another's, and what
        // comes before that one's greeting would leave it waiting for ever.
        from: '        new Promise((_, reject) => connection.onclose = reject)',
        to: '        new Promise((_, reject) => connection.onclose = e => { lost = e; reject(e) })',
        times: 1,
      },
      {
        from: '      , connection\n      , prepare = null',
        to: '      , connection\n      , lost = null\n      , prepare = null',
        times: 1,
      },
      {
        from: '        c.queue === full\n          ? queries.push(q)',
        to: '        lost !== null\n          ? q.reject(lost)\n          : c.queue === full\n          ? queries.push(q)',
        times: 1,
      },
    ],
  },
]

for (const { file, mends } of MENDS) {
  const place = path.join(root, file)
  // Nothing was installed, as when only the lock file is written.
  if (!existsSync(place)) continue
  const before = readFileSync(place, 'utf8')
  let text = before
  for (const { from, to, times } of mends) {
    if (text.includes(to)) continue
    if (text.split(from).length - 1 !== times) {
      process.stderr.write(
        `${file} is not the version that scripts/mend-packages.mjs knows: look whether the mend is still needed.\n`,
      )
      process.exit(1)
    }
    text = text.replaceAll(from, to)
  }
  if (text !== before) writeFileSync(place, text)
}
