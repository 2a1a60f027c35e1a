import { inflateSync } from 'node:zlib'

import { PDFiumLibrary } from '@hyzyla/pdfium'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { StaffResponse } from '#contract/client.staff.ts'
import { notify } from '#server/platform/db/change-events.ts'
import { mailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let owner: StaffClient
let pdfium: PDFiumLibrary
beforeAll(async () => {
  pdfium = await PDFiumLibrary.init()
  shop = await testShop()
  owner = await staffClient(shop)
  await owner.signIn()
})
afterAll(async () => {
  pdfium.destroy()
  await shop.stop()
})

/** In large print, this message fills the page to the last line. */
const TO_ZOE =
  'Zoë, wat een jaar was dit. Samen hebben we drie magazijnen verhuisd, een haven gebouwd en nooit een vrijdagborrel overgeslagen. Kies iets moois uit: je hebt het meer dan verdiend, en vergeet niet om tussen de feestdagen ook echt vrij te nemen.'

const people = [
  { name: 'Łukasz Wójcik', department: 'Warehouse', language: 'de' },
  { name: 'Zoë de Wit', department: 'Office', language: 'nl', words: TO_ZOE },
  { name: 'Ömer Yılmaz', department: 'Office', language: 'en' },
  { name: 'Élise Čapek', department: 'Zentrale', language: 'fr' },
]

const OWN_WORDS = ['Thank you for this year.', 'Merci pour cette année.', TO_ZOE]
const SAID_TO = [OWN_WORDS[0], OWN_WORDS[2], OWN_WORDS[0], OWN_WORDS[1]]

async function made(more: Record<string, unknown> = {}) {
  const response = await owner.request('POST', '/backoffice/api/batches', {
    channel: '1014',
    points: 12,
    count: people.length,
    valid_until: '2030-12-31',
    recipients: people,
    sender_name: 'Kwartelhof',
    sender_message: 'Thank you for this year.',
    sender_messages: { fr: 'Merci pour cette année.' },
    ...more,
  })
  return jsonOf<StaffResponse<'createBatch'>>(response)
}
async function file(id: string, as: string): Promise<Buffer> {
  const response = await owner.request('GET', `/backoffice/api/batches/${id}/codes?as=${as}`)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

/** The text of each page, and its QR code as scanned from the rendered page. */
async function pagesOf(pdf: Buffer) {
  const document = await pdfium.loadDocument(pdf)
  const pages: { text: string; scanned: string; width: number; height: number }[] = []
  for (const page of document.pages()) {
    // Rendering closes the document.
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

it.each(['pdf', 'large'])(
  'says as %s who gives it where nobody wrote words, and as pdf where the shop is (DESK-26)',
  async (as) => {
    const silent = people.map(({ name, department, language }) => ({ name, department, language }))
    const batch = await made({ recipients: silent, sender_message: '', sender_messages: {} })
    const pages = await pagesOf(await file(batch.id, as))
    expect(pages).toHaveLength(people.length)
    for (const { text } of pages) {
      expect(text).toContain('Kwartelhof')
      if (as === 'pdf') expect(text).toMatch(/Keizersgracht 100\s+1015 AA Amsterdam/)
    }
  },
)

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
    const { site } = mailTheme(shop.config, model, 'nl')
    for (const [at, { text, scanned }] of pages.entries()) {
      const words = text.normalize('NFC').replace(/\s+/g, ' ')
      expect(words).toContain(inOrder[at])
      // The sender's message in the recipient's language, and an individual message in no other letter.
      expect(OWN_WORDS.filter((own) => words.includes(own))).toEqual([SAID_TO[at]])
      const code = scanned.replace(`${site}/login#`, '')
      expect(code).toMatch(/^[2-9a-hjkmnp-z]{9}$/)
      expect(words.replaceAll(' ', '')).toContain(code)
      await shop.logIn(code)
      // Their own name, and no other of the batch.
      const whose = await shop.sql<{ name: string }[]>`
        select name from recipient join voucher on voucher.id = voucher_id
        where recipient.batch_id = ${batch.id} and last3 = ${code.slice(-3)}`
      expect(whose.map(({ name }) => name)).toContain(inOrder[at])
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
    // Screen readers can read it: it has tags, a language and alternative texts.
    const bytes = pdf.toString('latin1')
    for (const mark of ['/MarkInfo', '/StructTreeRoot', '/S /H1', '/Lang (fr)', '/Alt', 'pdfuaid'])
      expect(bytes).toContain(mark)
    const sizes = typeSizes(pdf)
    expect(sizes.length).toBeGreaterThan(2)
    if (as === 'large') expect(Math.min(...sizes)).toBeGreaterThanOrEqual(18)
    expect(
      (
        await jsonOf<StaffResponse<'batch'>>(
          await owner.request('GET', `/backoffice/api/batches/${batch.id}`),
        )
      ).with_code,
    ).toBe(4)
  },
)

it('keeps a large-print letter on one page with a long name, a message and a contact of two lines by reducing its gaps (DESK-26)', async () => {
  const tried = await owner.request('POST', '/backoffice/api/letter-checks', {
    channel: '2001',
    points: 12,
    sender_name: 'Kwartelhof Beteiligungsgesellschaft',
    sender_message: 'Danke für dieses Jahr. '.repeat(10),
    recipients: [
      { name: 'Maximiliana-Theodora Freifrau von Hohenstein-Wallersbach', language: 'de' },
    ],
  })
  expect(await jsonOf(tried)).toEqual({ troubles: [], more: 0, left_out: 0, letters: 1 })
})

const batchOf = async (id: string) =>
  jsonOf<StaffResponse<'batch'>>(await owner.request('GET', `/backoffice/api/batches/${id}`))

const troublesOf = async (id: string) =>
  jsonOf<StaffResponse<'batchLetters'>>(
    await owner.request('GET', `/backoffice/api/batches/${id}/letters`),
  )

const drawn = [{ name: 'Anna' }, { name: 'Bo', department: 'Office' }]
const undrawn = [
  { name: 'Li 王' },
  { name: 'Chen', department: '部' },
  { name: 'Mei', words: 'Dank je 名' },
]

it.each(['pdf', 'large'])(
  'prints as %s the letters of everybody else, and leaves only those without a code whose text the font cannot draw (SAFE-16, B5)',
  async (as) => {
    const recipients = [...undrawn, ...drawn]
    const { id } = await made({ count: 5, recipients, sender_message: '', sender_messages: {} })
    expect(await troublesOf(id)).toMatchObject({ left_out: 3, letters: 2 })
    const pages = await pagesOf(await file(id, as))
    expect(pages).toHaveLength(2)
    for (const { scanned } of pages) await shop.logIn(scanned.split('#')[1] ?? '')
    await expect.poll(async () => (await batchOf(id)).hand_overs[0]?.state).toBe('whole')
    expect(await batchOf(id)).toMatchObject({ with_code: 2, hand_overs: [{ vouchers: 2 }] })
    const without = await shop.sql`
      select name from recipient join voucher on voucher.id = voucher_id
      where recipient.batch_id = ${id} and lookup is null order by recipient.id`
    expect(without.map(({ name }) => name as string)).toEqual(undrawn.map(({ name }) => name))
    // The page names them, and where each is corrected.
    const { troubles } = await troublesOf(id)
    expect(troubles.map(({ person, field }) => [person?.name, field])).toEqual([
      ['Li 王', 'name'],
      ['Chen', 'department'],
      ['Mei', 'words'],
    ])
    expect(troubles.every(({ person }) => person?.id)).toBe(true)
    // No printable letter is left.
    expect(
      (await owner.request('GET', `/backoffice/api/batches/${id}/codes?as=${as}`)).status,
    ).toBe(409)
    await corrected(id, troubles[0], { name: 'Li 王' }, { name: 'Li' })
    const [own, ...rest] = await pagesOf(await file(id, as))
    expect(own?.text).toContain('Li')
    expect(rest).toEqual([])
    await shop.logIn(own?.scanned.split('#')[1] ?? '')
    // A table prints every character.
    const table = await owner.request('GET', `/backoffice/api/batches/${id}/codes?as=csv`)
    expect((await table.text()).trim().split('\n')).toHaveLength(1 + 2)
  },
)

async function corrected(
  batch: string,
  failure: StaffResponse<'batchLetters'>['troubles'][number] | undefined,
  was: { name: string },
  shall: { name: string },
) {
  const rest = { department: '', language: '', words: '' }
  const response = await owner.request(
    'PUT',
    `/backoffice/api/batches/${batch}/recipients/${failure?.person?.id}`,
    { ...rest, ...shall, was: { ...rest, ...was } },
  )
  return response.status
}

it('writes eight simultaneous files and a correction one after the other: one file has the codes, and only of printed recipients (SAFE-16, B5)', async () => {
  const recipients = [{ name: 'Li 王' }, { name: 'Chen 部' }, ...drawn]
  const { id } = await made({ count: 4, recipients, sender_message: '', sender_messages: {} })
  const { troubles } = await troublesOf(id)
  const [files] = await Promise.all([
    Promise.all(
      Array.from({ length: 8 }, async () => {
        const response = await owner.request('GET', `/backoffice/api/batches/${id}/codes?as=pdf`)
        const bytes = Buffer.from(await response.arrayBuffer())
        return response.status === 200 ? bytes : null
      }),
    ),
    corrected(id, troubles[0], { name: 'Li 王' }, { name: 'Li' }),
  ])
  // A second export starts only after the first has ended, and contains the recipients that the first left out.
  const pages = await Promise.all(files.flatMap((bytes) => (bytes ? [pagesOf(bytes)] : [])))
  const codes = pages.flat().map(({ scanned }) => scanned.split('#')[1] ?? '')
  for (const code of codes) await shop.logIn(code)
  expect(new Set(codes).size).toBe(codes.length)
  expect((await batchOf(id)).with_code).toBe(codes.length)
  expect([2, 3]).toContain(codes.length)
  const [chen] = await shop.sql<{ lookup: Buffer | null }[]>`
    select lookup from recipient join voucher on voucher.id = voucher_id
    where recipient.batch_id = ${id} and name = 'Chen 部'`
  expect(chen?.lookup).toBeNull()
})

it('creates no codes when a file of letters is interrupted, and the history reports it once (SAFE-16, B5, C8)', async () => {
  const recipients = [...undrawn, ...Array.from({ length: 250 }, (_, at) => ({ name: `P ${at}` }))]
  const { id } = await made({ count: 253, recipients, sender_message: '', sender_messages: {} })
  const response = await owner.request('GET', `/backoffice/api/batches/${id}/codes?as=pdf`)
  await response.body?.cancel()
  await expect.poll(async () => (await batchOf(id)).hand_overs[0]?.state).toBe('broken')
  expect(await batchOf(id)).toMatchObject({
    with_code: 0,
    hand_overs: [{ state: 'broken', vouchers: 250 }],
  })
  expect((await shop.sql`select from pending_voucher_code`).count).toBe(0)
  expect(await troublesOf(id)).toMatchObject({ left_out: 3, letters: 250 })
  const history = async () => {
    const lines = await shop.sql<{ action: string }[]>`
      select action from audit where subject_kind = 'batch' and subject_id = ${id} order by id`
    return lines.map(({ action }) => action)
  }
  await expect
    .poll(history)
    .toEqual(['batch.created', 'batch.export-started', 'batch.export-interrupted'])
  await file(id, 'csv')
  expect((await history()).slice(3)).toEqual(['batch.export-started', 'batch.codes-exported'])
})

it('refuses letters with characters that the font does not have, before any code is created (DESK-26)', async () => {
  const everybody = await made({ recipients: [{ name: 'Bo 部' }, { name: 'Li 王' }], count: 2 })
  const ofSender = await made({ sender_name: '王' })
  for (const [{ id }, told] of [
    [everybody, '王 (2. Li 王)'],
    [ofSender, '王'],
  ] as const) {
    expect(await troublesOf(id)).toMatchObject({ letters: 0 })
    const refused = await owner.request('GET', `/backoffice/api/batches/${id}/codes?as=pdf`)
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain(told)
    expect((await batchOf(id)).hand_overs).toEqual([])
    expect((await owner.request('GET', `/backoffice/api/batches/${id}/codes?as=csv`)).status).toBe(
      200,
    )
  }
})

it('names recipients whose letter cannot be printed, with the reason, before batch and codes are created (DESK-26)', async () => {
  const long = 'Dank je wel.\n'.repeat(70)
  const wanted = {
    channel: '1014',
    points: 12,
    sender_name: 'Kwartelhof',
    sender_message: 'Thank you for this year.',
    sender_messages: { fr: 'Merci 🎁' },
    recipients: [
      { name: 'Anna' },
      { name: 'Li 王', department: '部', words: long },
      { name: 'Zoë', words: `${TO_ZOE} ${TO_ZOE}` },
      { name: 'Élise', language: 'fr' },
    ],
  }
  const li = { place: 2, name: 'Li 王' }
  const troubles = [
    { what: 'no-shape', field: 'sender_message', language: 'fr', person: null, letters: ['🎁'] },
    { what: 'no-shape', print: 'both', field: 'name', person: li, letters: ['王'] },
    { what: 'no-shape', field: 'department', person: li, letters: ['部'] },
    { what: 'too-long', print: 'both', field: 'words', person: li },
    { what: 'too-long', print: 'large', field: 'words', person: { place: 3, name: 'Zoë' } },
  ]
  const tried = await owner.request('POST', '/backoffice/api/letter-checks', wanted)
  expect(await jsonOf(tried)).toMatchObject({ troubles, more: 0 })

  const { id } = await made({ ...wanted, count: 4 })
  const wrong = async (guest = owner) =>
    jsonOf<StaffResponse<'batchLetters'>>(
      await guest.request('GET', `/backoffice/api/batches/${id}/letters`),
    )
  expect(await wrong()).toMatchObject({ troubles, more: 0 })
  // The check predicts the print exactly, including the number of pages. A recipient with missing characters is
  // corrected alone, from the values that were read, with a history entry until they are erased.
  const person = (await wrong()).troubles.find(({ field }) => field === 'name')?.person?.id ?? ''
  const was = { name: 'Li 王', department: '部', language: '', words: long.trim() }
  const resolve = async (before: typeof was) =>
    owner.request('PUT', `/backoffice/api/batches/${id}/recipients/${person}`, {
      ...was,
      name: 'Li',
      department: '',
      was: before,
    })
  expect(await jsonOf(await resolve({ ...was, words: '' }))).toMatchObject({
    error: { code: 'changed-since' },
  })
  const resolved = await Promise.all(Array.from({ length: 8 }, async () => resolve(was)))
  expect(resolved.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
  const told = await shop.sql`
    select audit.after ->> 'department' as department, personal.before ->> 'name' as was, personal.after ->> 'name' as name
    from audit join audit_personal personal on audit_id = audit.id where action = 'batch.recipient-corrected' and subject_id = ${id}`
  expect(told).toEqual([{ department: '', was: 'Li 王', name: 'Li' }])
  const [french] = await shop.sql<{ id: string; voucher: string }[]>`
    select id::text, voucher_id::text as voucher from recipient where batch_id = ${id} and language = 'fr'`
  const élise = { name: 'Élise', department: '', language: 'fr', words: '' }
  const path = `/backoffice/api/batches/${id}/recipients/${french?.id}`
  const inGerman = await owner.request('PUT', path, { ...élise, language: 'de', was: élise })
  expect(inGerman.status).toBe(200)
  // All mails of the voucher use this language from now on.
  expect(
    await jsonOf(await owner.request('GET', `/backoffice/api/vouchers/${french?.voucher}`)),
  ).toMatchObject({ language: 'de' })
  await owner.request('PUT', path, { ...élise, was: { ...élise, language: 'de' } })
  await shop.sql`update voucher_batch set sender_messages = '{}' where id = ${id}`
  expect((await wrong()).troubles).toMatchObject(
    [troubles[3], troubles[4]].map((one, at) =>
      at === 0 ? { ...one, person: { place: 2, name: 'Li', id: person } } : one,
    ),
  )
  const pages = await pagesOf(await file(id, 'pdf'))
  expect(pages.filter(({ scanned }) => scanned !== '')).toHaveLength(4)
  expect(pages.length).toBeGreaterThan(4)
  // Each continuation page names the recipient.
  expect(new Set(pages.map(({ width, height }) => `${width} ${height}`))).toEqual(
    new Set(['595 842']),
  )
  const further = pages.filter(({ text }) => /Li · Serie \d+, brief 3 van 4/.test(text))
  expect(further).toHaveLength(2)
  expect(pages).toHaveLength(4 + 2)
  // Recipients with a code get no letter.
  expect(await wrong()).toEqual({ troubles: [], more: 0, left_out: 0, letters: 0 })
})

it('reports a missing logo of the channel, and a message that is too long in large print (DESK-26)', async () => {
  const tried = async (words: string) =>
    jsonOf<StaffResponse<'validateLetters'>>(
      await owner.request('POST', '/backoffice/api/letter-checks', {
        channel: '2001',
        points: 5,
        sender_message: words,
        recipients: [{ name: 'Bo', language: 'de' }],
      }),
    )
  expect(await tried('Danke')).toEqual({ troubles: [], more: 0, left_out: 0, letters: 1 })
  expect((await tried('Danke. '.repeat(140))).troubles).toMatchObject([
    { what: 'too-long', print: 'large', field: 'sender_message', language: 'de', person: null },
  ])
  const [before] = await shop.sql<{ logo: string }[]>`select logo from channel where id = '2001'`
  await shop.sql`update channel set logo = ${'0'.repeat(32)} where id = '2001'`
  await shop.sql.begin((sql) => notify(sql, 'channel', '2001'))
  await shop.shop.changeEvents.poll()
  expect((await tried('Danke')).troubles).toMatchObject([{ what: 'no-logo', field: 'logo' }])
  await shop.sql`update channel set logo = ${before?.logo ?? ''} where id = '2001'`
})

it('creates readable images of QR codes, named by person and never by code (DESK-26)', async () => {
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

it('gives images file names that every file system accepts, for names of any length (DESK-26)', async () => {
  const recipients = [{ name: `Jan ${'Lange'.repeat(30)}`, department: 'Đ'.repeat(100) }]
  const zip = await file((await made({ count: 1, recipients })).id, 'zip')
  const length = zip.readUInt16LE(26)
  const name = zip.subarray(30, 30 + length).toString()
  expect(name).toMatch(/^00001 - Đ{50} - Jan (Lange){19}L\.png$/)
  expect(length).toBeLessThan(255)
})
