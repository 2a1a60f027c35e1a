import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readConfig } from '#server/platform/config/config.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'

let files: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  files = await temporaryFolder({ key: 'live_fromAFile\n', empty: '' })
})
afterAll(() => files.remove())
const fileOf = (name: string) => path.join(files.folder, name)

describe('a variable from a file', () => {
  it('has the content of the file, without the line break at its end (SAFE-14, S24)', () => {
    expect(readConfig({ MOLLIE_API_KEY_FILE: fileOf('key') }).MOLLIE_API_KEY).toBe('live_fromAFile')
  })

  it.each<[string, Record<string, string>, () => string]>([
    [
      'MOLLIE_API_KEY and MOLLIE_API_KEY_FILE are both set',
      { MOLLIE_API_KEY: 'x' },
      () => fileOf('key'),
    ],
    ['The file of MOLLIE_API_KEY_FILE cannot be read (ENOENT)', {}, () => fileOf('none')],
    ['The file of MOLLIE_API_KEY_FILE is empty', {}, () => fileOf('empty')],
  ])('is refused: %s (SAFE-14, S24)', (message, others, file) => {
    expect(() => readConfig({ ...others, MOLLIE_API_KEY_FILE: file() })).toThrow(message)
  })

  it('is accepted only for known variables (SAFE-13)', () => {
    expect(() => readConfig({ MOLLIE_APIKEY_FILE: fileOf('key') })).toThrow(/is unknown/)
  })
})
