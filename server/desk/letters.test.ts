import { inflateSync } from 'node:zlib'

import { PDFiumLibrary } from '@hyzyla/pdfium'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { DeskAnswer } from '#contract/desk/desk-call.ts'
import { mailLook } from '#server/mail/mail-look.ts'
import { deskGuest, type DeskGuest, jsonOf } from '#server/testing/desk-guest.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let owner: DeskGuest
let pdfium: PDFiumLibrary
beforeAll(async () => {
  pdfium = await PDFiumLibrary.init()
  shop = await testShop()
  owner = await deskGuest(shop)
  await owner.signIn()
})
afterAll(async () => {
  pdfium.destroy()
  await shop.stop()
})

const people = [
  { name: 'Łukasz Wójcik', department: 'Warehouse', language: 'de' },
  { name: 'Zoë de Wit', department: 'Office', language: 'nl' },
  { name: 'Ömer Yılmaz', department: 'Office', language: 'en' },
  { name: 'Élise Čapek', department: 'Zentrale', language: 'fr' },
]

async function made(more: Record<string, unknown> = {}) {
  const response = await owner.ask('POST', '/desk/api/batches', {
    channel: '1014',
    points: 12,
    count: people.length,
    valid_until: '2030-12-31',
    recipients: people,
    giver_name: 'Kwartelhof',
    giver_words: 'Thank you for this year.',
    ...more,
  })
  return jsonOf<DeskAnswer<'makeBatch'>>(response)
}
async function file(id: string, as: string): Promise<Buffer> {
  const response = await owner.ask('GET', `/desk/api/batches/${id}/codes?as=${as}`)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

/** What a page says, and what a reader of QR codes finds on it, as it is printed. */
async function pagesOf(pdf: Buffer) {
  const document = await pdfium.loadDocument(pdf)
  const pages: { text: string; scanned: string; width: number; height: number }[] = []
  for (const page of document.pages()) {
    // Drawing it closes it.
    const text = page.getText()
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const { data, width, height } = await page.render({ scale: 1.25, render: 'bitmap' })
    pages.push({
      text,
      scanned: jsQR(new Uint8ClampedArray(data), width, height)?.data ?? '',
      width: Math.round(originalWidth),
      height: Math.round(originalHeight),
    })
  }
  document.destroy()
  return pages
}

function placesOf(bytes: Buffer, sign: string): number[] {
  const places: number[] = []
  for (let at = bytes.indexOf(sign); at >= 0; at = bytes.indexOf(sign, at + 1)) places.push(at)
  return places
}

/** The sizes of type that a file sets. */
function typeSizes(pdf: Buffer): number[] {
  const sizes = new Set<number>()
  const bytes = pdf.toString('latin1')
  for (const { index, 0: begin } of bytes.matchAll(/stream\r?\n/g)) {
    if (bytes.slice(index - 3, index) === 'end') continue
    try {
      const page = inflateSync(pdf.subarray(index + begin.length)).toString('latin1')
      for (const [, size] of page.matchAll(/\/F\d+ ([\d.]+) Tf/g)) sizes.add(Number(size))
    } catch {
      // A font or a picture.
    }
  }
  return [...sizes]
}

it.each([
  ['pdf', '1014'],
  ['large', '2001'],
  ['pdf', '2002'],
])(
  'prints a letter a person as %s in the look of %s, by department, with one QR that opens their voucher (DESK-26)',
  async (as, channel) => {
    const batch = await made({ channel })
    const pdf = await file(batch.id, as)
    const pages = await pagesOf(pdf)
    expect(pages.map(({ width, height }) => [width, height])).toEqual(people.map(() => [595, 842]))
    const inOrder = ['Ömer Yılmaz', 'Zoë de Wit', 'Łukasz Wójcik', 'Élise Čapek']
    const model = await shop.shop.models.channel(channel)
    if (!model) throw new Error('no channel')
    const { site } = mailLook(shop.config, model, 'nl')
    for (const [at, { text, scanned }] of pages.entries()) {
      const words = text.normalize('NFC').replace(/\s+/g, ' ')
      expect(words).toContain(inOrder[at])
      expect(words).toContain('Thank you for this year.')
      const code = scanned.replace(`${site}/login#`, '')
      expect(code).toMatch(/^[2-9a-hjkmnp-z]{9}$/)
      expect(words.replaceAll(' ', '')).toContain(code)
      await shop.logIn(code)
    }
    const headings = [
      'Choose something you like',
      'Je mag iets uitkiezen',
      'Suchen Sie sich etwas aus',
      'Choisissez ce qui vous plaît',
    ]
    expect(pages.map(({ text }, at) => text.includes(headings[at] ?? '?'))).toEqual([
      true,
      true,
      true,
      true,
    ])
    // It can be listened to: tagged, in a language, with what its pictures show.
    const bytes = pdf.toString('latin1')
    for (const mark of ['/MarkInfo', '/StructTreeRoot', '/S /H1', '/Lang (fr)', '/Alt', 'pdfuaid'])
      expect(bytes).toContain(mark)
    const sizes = typeSizes(pdf)
    expect(sizes.length).toBeGreaterThan(2)
    if (as === 'large') expect(Math.min(...sizes)).toBeGreaterThanOrEqual(18)
    expect(
      (await jsonOf<DeskAnswer<'batch'>>(await owner.ask('GET', `/desk/api/batches/${batch.id}`)))
        .with_code,
    ).toBe(4)
  },
)

it('refuses a name that it has no letters for, before any code is made (DESK-26)', async () => {
  const batch = await made({ recipients: [{ name: 'Anna' }, { name: 'Li 王' }] })
  const refused = await owner.ask('GET', `/desk/api/batches/${batch.id}/codes?as=pdf`)
  expect(refused.status).toBe(409)
  expect(await refused.text()).toContain('王 (2. Li 王)')
  expect((await owner.ask('GET', `/desk/api/batches/${batch.id}/codes?as=csv`)).status).toBe(200)
})

it('gives pictures of QR codes that a reader reads, named by people and never by codes (DESK-26)', async () => {
  const batch = await made()
  const zip = await file(batch.id, 'zip')
  const names = placesOf(zip, 'PK\u0003\u0004').map((index) => {
    const length = zip.readUInt16LE(index + 26)
    return {
      from: index + 30 + length,
      size: zip.readUInt32LE(index + 18),
      name: zip.subarray(index + 30, index + 30 + length).toString(),
    }
  })
  expect(names.map(({ name }) => name)).toEqual([
    '00001 - Office - Ömer Yılmaz.png',
    '00002 - Office - Zoë de Wit.png',
    '00003 - Warehouse - Łukasz Wójcik.png',
    '00004 - Zentrale - Élise Čapek.png',
  ])
  for (const { from, size } of names) {
    const picture = sharp(zip.subarray(from, from + size))
      .ensureAlpha()
      .toColourspace('srgb')
      .raw()
    const { data, info } = await picture.toBuffer({ resolveWithObject: true })
    const code =
      jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data.split('#')[1] ?? ''
    await shop.logIn(code)
  }
})
