import { expect, it } from 'vitest'

import { attackByFiles } from '#server/testing/load/attack-by-files.ts'

it('answers other requests within 200 ms while hostile mails, images and sheets are parsed (SAFE-1, S1, S2, S3, S21, S22)', async () => {
  const { longestMs } = await attackByFiles({ mails: 40, pictures: 30, sheets: 20 })
  expect(longestMs).toBeLessThan(200)
})
