import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { StaffResponse } from '#contract/client.staff.ts'
import { type OutgoingMail, ServiceRefused } from '#server/platform/services/service-ports.ts'
import { recordingMailer } from '#server/testing/fakes/recording-mailer.ts'
import { type ReleaseClient, releaseClient } from '#server/testing/clients/release-client.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestHolder, type TestShop, testShop } from '#server/testing/test-shop.ts'

const TOWEL = { spliId: '1014-linen-towel-sea', points: 2 }
const TOKEN = 'a token of the mail server'
const mailer = recordingMailer()
let shop: TestShop
let owner: ReleaseClient
let noor: ReleaseClient
let mila: ReleaseClient
beforeAll(async () => {
  shop = await testShop({
    ports: { mailer },
    environment: { MAIL_REPLY_TO: 'answers@post.example', MAIL_INBOUND_TOKEN: TOKEN },
  })
  owner = await releaseClient(shop)
  noor = await releaseClient(shop, 'service')
  mila = await releaseClient(shop, 'service')
})
afterAll(() => shop.stop())
beforeEach(async () => {
  await shop.shop.jobs.drain()
  mailer.sent = []
  mailer.failure = undefined
})

type Thread = StaffResponse<'requestThread'>
type List = StaffResponse<'inbox'>

const QUESTION = {
  contact_email: 'anneliese@example.com',
  subject: 'Mein Rucksack',
  email_body: 'Anna de Vries\n\nDer Brustgurt ist gerissen.',
  language: 'de',
}
async function asked(holder: TestHolder, more: object = {}) {
  const { response } = await holder.done('askService', { ...QUESTION, ...more })
  return response.service_request
}
const threadOf = async (id: string, backoffice = noor) =>
  (await backoffice.request<Thread>('GET', `/inbox/${id}`)).body
const listed = async (query: string, backoffice = noor) =>
  (await backoffice.request<List>('GET', `/inbox?${query}`)).body.items
const idsOf = async (query: string, backoffice = noor) =>
  (await listed(query, backoffice)).map(({ id }) => id)
const answer = (backoffice: ReleaseClient, id: string, more: object) =>
  backoffice.request('POST', `/inbox/${id}/answers`, {
    key: randomUUID(),
    body: 'Ein neuer ist unterwegs.',
    ...more,
  })
const mailsTo = (address: string) => mailer.sent.filter(({ to }) => to === address)
async function sent(address = QUESTION.contact_email): Promise<OutgoingMail> {
  await shop.shop.jobs.drain()
  const mail = mailsTo(address).at(-1)
  if (!mail) throw new Error('no mail was sent')
  return mail
}
const actionsOf = async (id: string) =>
  (
    await shop.sql<{ action: string }[]>`
      select action from audit where subject_kind = 'request' and subject_id = ${id}
        and action <> 'personal-data.viewed' order by id`
  ).map(({ action }) => action)

async function handOver(raw: string | Buffer, token = TOKEN) {
  const response = await fetch(`${shop.url}/webhooks/incoming-mails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'message/rfc822' },
    body: raw,
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
let written = 0
const letter = (heads: Record<string, string>, body = 'Danke, das ist gut.') =>
  Object.entries({
    From: 'Anna de Vries <anneliese@example.com>',
    To: 'answers@post.example',
    Subject: 'Re: something',
    'Message-ID': `<mail-${(written += 1)}@mail.example>`,
    'Content-Type': 'text/plain; charset=utf-8',
    ...heads,
  })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('') + `\r\n${body}\r\n`

it('acknowledges a question once in the language of the holder, and sends one answer in the channel’s name (DESK-37)', async () => {
  const holder = await shop.holder()
  const order = await sampleOrder(shop, { holder, gifts: [TOWEL] })
  const id = await asked(holder)
  await asked(holder)
  await shop.shop.jobs.drain()
  const [received, ...more] = mailsTo(QUESTION.contact_email).filter(({ subject }) =>
    subject.startsWith('Wir haben'),
  )
  expect(more).toEqual([])
  expect(received).toMatchObject({
    language: 'de',
    from: '"Giftpoint" <service@giftpoint.example>',
  })
  expect(received?.text).not.toContain('Brustgurt')

  const [item] = await listed('folder=unassigned')
  expect(item).toMatchObject({
    id,
    name: 'Anna de Vries',
    language: 'de',
    source: 'form',
    line: 'Der Brustgurt ist gerissen.',
    owner: null,
    refused: false,
  })
  const thread = await threadOf(id)
  expect(thread.holder?.orders).toMatchObject([{ number: order.number, gifts: [{ quantity: 1 }] }])
  expect(thread.messages).toMatchObject([
    {
      kind: 'in',
      body: 'Der Brustgurt ist gerissen.',
      mail: { state: 'sent', to: QUESTION.contact_email },
    },
  ])

  const taken = await noor.request('POST', `/inbox/${id}/take`, { from: null, to: 'me' })
  expect(taken.status).toBe(200)
  expect(await idsOf('folder=mine')).toContain(id)
  expect(await idsOf('folder=others', mila)).toContain(id)
  const counts = await noor.request<{ counts: Record<string, number> }>('GET', '/counts')
  expect(counts.body.counts['inbox']).toBe(1)
  const key = randomUUID()
  const told = await answer(noor, id, {
    key,
    version: thread.version,
    body: 'Guten Tag <b>Anna</b>.\n\nEin neuer kommt.',
  })
  expect(told.status).toBe(200)
  // A repeat after a lost response gets the same result, even after later messages; another text is a conflict.
  const same = { key, version: thread.version, body: 'Guten Tag <b>Anna</b>.\n\nEin neuer kommt.' }
  const note = { key: randomUUID(), body: 'Nur für uns, noch einmal' }
  const noted = await noor.request('POST', `/inbox/${id}/notes`, note)
  for (const again of await Promise.all(Array.from({ length: 8 }, () => answer(noor, id, same))))
    expect(again).toEqual(told)
  expect(await noor.request('POST', `/inbox/${id}/notes`, note)).toEqual(noted)
  for (const [backoffice, other] of [
    [noor, { ...same, body: 'Something else' }],
    [noor, { ...same, close: true }],
    [mila, same],
  ] as const)
    expect(await answer(backoffice, id, other)).toMatchObject({
      status: 409,
      body: { error: { code: 'done-already', field: 'key' } },
    })
  const mail = await sent()
  expect(mailsTo(QUESTION.contact_email)).toHaveLength(2)
  expect(mail).toMatchObject({
    from: '"Giftpoint" <service@giftpoint.example>',
    subject: 'Antwort auf Ihre Frage: Mein Rucksack',
    language: 'de',
    headers: { 'Auto-Submitted': 'no' },
  })
  expect(mail.replyTo).toMatch(/^answers\+\d+-[0-9a-f]{32}@post\.example$/)
  expect(mail.html).toContain('Guten Tag &lt;b&gt;Anna&lt;/b&gt;.')
  expect(mail.text).toContain('Der Brustgurt ist gerissen.')
  expect(mail.text).not.toContain('Nur für uns')
  expect(await idsOf('folder=waiting')).toContain(id)
  expect(await actionsOf(id)).toEqual(['request.assigned', 'request.answered', 'request.noted'])
})

it('accepts one of eight simultaneous answers to a question, and refuses the others as outdated (DESK-37)', async () => {
  const id = await asked(await shop.holder())
  const { version } = await threadOf(id)
  const tries = await Promise.all(
    Array.from({ length: 8 }, (_, place) =>
      answer(place % 2 ? noor : mila, id, { version, body: `Answer ${place}` }),
    ),
  )
  expect(tries.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(tries.find(({ status }) => status === 409)?.body).toMatchObject({
    error: { code: 'changed-since' },
  })
  await shop.shop.jobs.drain()
  expect(
    mailsTo(QUESTION.contact_email).filter(({ subject }) => subject.startsWith('Antwort')),
  ).toHaveLength(1)
  const after = await threadOf(id)
  expect(after.messages.filter(({ kind }) => kind === 'out')).toHaveLength(1)
  expect(after).toMatchObject({ state: 'answered', version: version + 1 })
  expect((await answer(mila, id, { version: after.version, close: true })).status).toBe(200)
  expect(await idsOf('folder=done')).toContain(id)
})

it('assigns eight different threads in a race of eight requests for the oldest one (DESK-37)', async () => {
  const ids: string[] = []
  for (let place = 0; place < 8; place += 1) ids.push(await asked(await shop.holder()))
  const taken = await Promise.all(
    ids.map(() => noor.request<{ id: string }>('POST', '/inbox/take-oldest', {})),
  )
  expect(taken.map(({ body }) => body.id).sort()).toEqual(ids.sort())
  expect((await noor.request('POST', '/inbox/take-oldest', {})).body).toMatchObject({
    error: { code: 'nothing-to-do' },
  })
  const [id = ''] = ids
  const race = await Promise.all(
    Array.from({ length: 8 }, () =>
      mila.request('POST', `/inbox/${id}/take`, { from: String(noor.guest.staffId), to: 'me' }),
    ),
  )
  expect(race.filter(({ status }) => status === 200)).toHaveLength(1)
})

it('snoozes a thread until a morning, and closes it only in the version that was read (DESK-37)', async () => {
  const id = await asked(await shop.holder())
  await noor.request('POST', `/inbox/${id}/take`, { from: null, to: 'me' })
  const day = new Date(shop.clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10)
  const laid = await noor.request<{ until: string }>('POST', `/inbox/${id}/snooze`, { day })
  expect(laid.body.until).toMatch(new RegExp(`^${day}T0[67]:00:00`))
  expect(await idsOf('folder=mine')).not.toContain(id)
  expect(await idsOf('folder=waiting')).toContain(id)
  const past = await noor.request('POST', `/inbox/${id}/snooze`, { day: '2020-01-01' })
  expect(past.body).toMatchObject({ error: { code: 'no-longer-possible' } })
  const far = await noor.request('POST', `/inbox/${id}/snooze`, { day: '2035-01-01' })
  expect(far.body).toMatchObject({ error: { code: 'no-longer-possible' } })
  shop.clock.advance(Date.parse(laid.body.until) - shop.clock.now().getTime() + 1000)
  await Promise.all([owner, noor, mila].map(({ guest }) => guest.signIn()))
  expect(await idsOf('folder=mine')).toContain(id)

  expect((await noor.request('POST', `/inbox/${id}/close`, { version: 9 })).status).toBe(409)
  const { version } = await threadOf(id)
  expect((await noor.request('POST', `/inbox/${id}/close`, { version })).status).toBe(200)
  expect((await noor.request('POST', `/inbox/${id}/close`, { version })).status).toBe(409)
  expect((await noor.request('POST', `/inbox/${id}/reopen`)).status).toBe(200)
  expect((await noor.request('POST', `/inbox/${id}/reopen`)).status).toBe(409)
  expect(await actionsOf(id)).toEqual([
    'request.assigned',
    'request.snoozed',
    'request.closed',
    'request.reopened',
  ])
})

it('adds a reply once to the thread of its reply address or message ID, and never by its subject (DESK-37)', async () => {
  const holder = await shop.holder()
  const id = await asked(holder)
  const { version } = await threadOf(id)
  await answer(noor, id, { version, close: true })
  const { replyTo, id: mailId } = await sent()
  const back = letter(
    { To: replyTo ?? '' },
    'Vielen Dank!\r\nAnna\r\n\r\nAm 3. Dez. 2026 um 10:12 schrieb Giftpoint\r\n<service@giftpoint.example>:\r\n\r\n> Ein neuer ist unterwegs.\r\n',
  )
  const taken = await Promise.all(Array.from({ length: 8 }, () => handOver(back)))
  expect(taken.map(({ body }) => body['outcome']).sort()).toEqual([
    'added',
    ...Array(7).fill('known'),
  ])
  const thread = await threadOf(id)
  expect(thread).toMatchObject({
    state: 'open',
    version: version + 2,
    owner: { id: String(noor.guest.staffId) },
  })
  expect(thread.messages.at(-1)).toMatchObject({
    kind: 'in',
    body: 'Vielen Dank!\nAnna',
    whole: expect.stringContaining('> Ein neuer ist unterwegs.'),
    stranger: false,
  })

  // A reply from another address is marked as a stranger's, and the answer still goes to the thread's own address.
  const other = letter({
    From: 'bo@example.com',
    To: 'service@giftpoint.example',
    'In-Reply-To': `<${mailId}@giftpoint.example>`,
  })
  expect((await handOver(other)).body).toMatchObject({ outcome: 'added', request: id })
  expect((await threadOf(id)).messages.at(-1)).toMatchObject({ stranger: true })
  await answer(noor, id, { version: version + 3 })
  expect((await sent()).headers).toMatchObject({
    'In-Reply-To': expect.stringContaining('@mail.example>'),
  })
  expect(mailsTo('bo@example.com')).toEqual([])

  const forged = letter({
    To: (replyTo ?? '').replace(/-[0-9a-f]/, '-x'),
    Subject: 'Antwort auf deine Anfrage: Mein Rucksack',
  })
  // A well-formed but guessed address matches no thread either.
  const guessed = letter({ To: (replyTo ?? '').replace(/[0-9a-f]{32}/, '0'.repeat(32)) })
  for (const one of [forged, guessed]) {
    const begun = await handOver(one)
    expect(begun.body).toMatchObject({ outcome: 'begun' })
    expect(begun.body['request']).not.toBe(id)
  }
  expect((await handOver(forged, 'another token')).status).toBe(401)
})

it('does not reopen threads or send mails for automatic replies, own mails and mail loops (DESK-37)', async () => {
  const id = await asked(await shop.holder())
  const before = await threadOf(id)
  await answer(noor, id, { version: before.version })
  const { replyTo, id: mailId } = await sent()
  mailer.sent = []
  const away = letter({ To: replyTo ?? '', 'Auto-Submitted': 'auto-replied' }, 'Ich bin nicht da.')
  expect((await handOver(away)).body).toMatchObject({ outcome: 'automatic', request: id })
  const thread = await threadOf(id)
  expect(thread).toMatchObject({ state: 'answered', version: before.version + 1 })
  expect(thread.messages.at(-1)).toMatchObject({ kind: 'automatic' })
  // A mail without a sender address does not count as a message of the holder.
  const nobodys = letter({ From: '', To: replyTo ?? '', 'Message-ID': '<nobodys@x.example>' })
  expect((await handOver(nobodys)).body).toMatchObject({ outcome: 'automatic', request: id })
  expect(await threadOf(id)).toMatchObject({ state: 'answered' })

  const own = letter({ 'Message-ID': `<${mailId}@giftpoint.example>`, To: replyTo ?? '' })
  expect((await handOver(own)).body).toEqual({ outcome: 'own', request: null })
  const machines: Record<string, string>[] = [
    { Precedence: 'bulk' },
    { From: 'mailer-daemon@x.example' },
    { 'List-Id': 'news' },
    { From: '' },
  ]
  for (const heads of machines)
    expect((await handOver(letter({ ...heads, To: 'service@giftpoint.example' }))).body).toEqual({
      outcome: 'automatic',
      request: null,
    })

  // A mail loop: the first three mails are acknowledged, and at most twenty an hour reopen a thread.
  for (let place = 0; place < 5; place += 1)
    await handOver(letter({ From: 'robot@example.com', To: 'service@giftpoint.example' }))
  await shop.shop.jobs.drain()
  expect(mailsTo('robot@example.com')).toHaveLength(3)
  for (let place = 0; place < 22; place += 1)
    await handOver(letter({ To: replyTo ?? '' }, `Word ${place}`))
  const kinds = (await threadOf(id)).messages.map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'in')).toHaveLength(21)
  expect(kinds.filter((kind) => kind === 'automatic')).toHaveLength(4)
})

it('stores a mail as plain text with its images, and leaves out other and too large attachments (DESK-37)', async () => {
  const png = Buffer.from('89504e470d0a1a0a', 'hex')
  const part = (name: string, bytes: Buffer, type = 'image/png') =>
    `--b\r\nContent-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}\r\n`
  const html =
    '<p>Nur <b>ein</b> T&auml;sschen.</p><script>alert(1)</script><img src="https://x.example/p.gif"><blockquote>alt</blockquote>'
  const raw = letter(
    {
      'Content-Type': 'multipart/mixed; boundary=b',
      To: 'service@giftpoint.example',
      From: 'Fenna <fenna@example.com>',
    },
    [
      `--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n`,
      part('tasse "x\\n.exe', png),
      part('page.html', Buffer.from('<script>alert(1)</script>'), 'text/html'),
      part('large.png', Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)])),
      '--b--\r\n',
    ].join(''),
  )
  const { body } = await handOver(raw)
  const id = String(body['request'])
  const { messages, source, name, channel, holder } = await threadOf(id)
  expect({ source, name, channel: channel.id, holder }).toEqual({
    source: 'mail',
    name: 'Fenna',
    channel: '1014',
    holder: null,
  })
  expect(messages[0]?.body).toBe('Nur ein Tässchen.')
  expect(messages[0]?.whole).toBe('Nur ein Tässchen.\n\n> alt')
  expect(messages[0]?.left_out).toBe(2)
  const [attachment] = messages[0]?.attachments ?? []
  expect(messages[0]?.attachments).toHaveLength(1)
  expect(attachment).toMatchObject({ type: 'image/png', bytes: 8 })
  const file = await noor.guest.request(
    'GET',
    `/backoffice/api/inbox/${id}/attachments/${attachment?.id}`,
  )
  expect(file.headers.get('content-type')).toBe('image/png')
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w -]+\.png"$/)
  expect(Buffer.from(await file.arrayBuffer())).toEqual(png)
  const other = await asked(await shop.holder())
  const beside = `/inbox/${other}/attachments/${attachment?.id}`
  expect((await noor.request('GET', beside)).status).toBe(404)

  const mine = await shop.holder()
  const linked = await noor.request('PUT', `/inbox/${id}/voucher`, {
    voucher: String(mine.voucherId),
  })
  expect(linked.status).toBe(200)
  expect((await threadOf(id)).holder).toMatchObject({ id: String(mine.voucherId), available: 20 })
})

it('reads mails of all encodings and formats, and limits the time for hostile ones (DESK-37)', async () => {
  const To = 'service@giftpoint.example'
  const png = Buffer.from('89504e470d0a1a0a', 'hex')
  const html = { 'Content-Type': 'text/html; charset=utf-8' }
  const mixed = { 'Content-Type': 'multipart/mixed; boundary=b' }
  const part = (type: string, name: string, bytes: Buffer) =>
    `--b\r\nContent-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}\r\n`
  let writers = 0
  const read = async (heads: Record<string, string>, body?: string | Buffer) => {
    const head = { To, From: `Writer <writer-${(writers += 1)}@example.com>`, ...heads }
    const raw = Buffer.isBuffer(body)
      ? Buffer.concat([Buffer.from(letter(head, '').trimEnd() + '\r\n\r\n'), body])
      : letter(head, body)
    const taken = await handOver(raw)
    expect(taken).toMatchObject({ status: 200, body: { outcome: 'begun' } })
    return (await threadOf(String(taken.body['request']))).messages[0]
  }
  const latin = { 'Content-Type': 'text/plain; charset=iso-8859-15' }
  expect(await read(latin, Buffer.from('10 \xa4', 'latin1'))).toMatchObject({ body: '10 €' })
  const japanese = { 'Content-Type': 'text/plain; charset=iso-2022-jp' }
  expect(await read(japanese, Buffer.from('1b2442467c4b5c1b2842', 'hex'))).toMatchObject({
    body: '日本',
  })
  const nowhere = { 'Content-Type': 'text/plain; charset=x-nowhere' }
  expect(await read(nowhere, 'plain')).toMatchObject({ body: 'plain' })
  const nought = { Subject: '=?utf-8?Q?a=00b?=', 'Message-ID': '<no\0ught@mail.example>' }
  expect(await read({ ...nought, Cc: '=?utf-8?Q?a=00b?= <c\0@d.example>' }, 'x\0y')).toMatchObject({
    body: 'xy',
  })
  const tnef = [
    '--b\r\nContent-Type: text/plain\r\n\r\nSee the file.\r\n',
    part('application/ms-tnef', 'winmail.dat', Buffer.from('789f3e22', 'hex')),
    part('image/svg+xml', 'drawing.svg', Buffer.from('<svg onload="alert(1)"/>')),
    part('image/png', '../../etc/passwd\u202egnp.exe', png),
    part('text/html', 'page.png', Buffer.from('<script>alert(1)</script>')),
    '--b--',
  ].join('')
  const kept = await read(mixed, tnef)
  expect(kept).toMatchObject({ body: 'See the file.', left_out: 3 })
  expect(kept?.attachments).toEqual([expect.objectContaining({ type: 'image/png', bytes: 8 })])
  expect(kept?.attachments[0]?.name).toMatch(/^[\w -]+\.png$/)
  // A mail with only an image and without a subject.
  const silent = `${part('image/png', 'a.png', png)}--b--`
  expect(await read({ ...mixed, Subject: '' }, silent)).toMatchObject({ body: '' })
  expect(await read(html, `${'<div>'.repeat(20_000)}deep`)).toMatchObject({
    body: expect.stringContaining('deep'),
  })

  // Mails built to waste CPU time: parsed quickly, stored unread, or refused.
  const long = [
    [html, `Well. ${'<img '.repeat(60_000)}`],
    [{}, `Well.\r\n${'>\r\n'.repeat(100_000)}end`],
    [{}, `Well.\r\n${'-----\r\n'.repeat(40_000)}end`],
  ] as const
  const before = process.cpuUsage()
  for (const [heads, body] of long)
    expect((await read(heads, body))?.body.startsWith('Well.')).toBe(true)
  // CPU time of this process, independent of other load.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(20_000)
  const parts = '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(2000)
  expect(await handOver(letter({ To, ...mixed }, `${parts}--b--`))).toEqual({
    status: 200,
    body: { outcome: 'unreadable' },
  })
  expect((await handOver(`${'X-A: b\r\n'.repeat(50_000)}\r\nx`)).status).toBe(400)
  const huge = await handOver(Buffer.alloc(26 * 1024 * 1024, 'a')).catch(() => ({ status: 413 }))
  expect(huge.status).toBe(413)
})

it('recognises a repeated mail without message ID, and acknowledges only mails with a usable sender (DESK-37)', async () => {
  const To = 'service@giftpoint.example'
  const nameless = (day: number, more: Record<string, string> = {}) =>
    letter({ To, 'Message-ID': '', Date: `Mon, ${day} Nov 2026 10:00:00 +0100`, ...more }, 'Danke!')
  const first = await Promise.all(Array.from({ length: 8 }, () => handOver(nameless(2))))
  const outcomes = (taken: typeof first) => taken.map(({ body }) => body['outcome']).sort()
  expect(outcomes(first)).toEqual(['begun', ...Array(7).fill('known')])
  // The same text on another day is another mail, and so is the same text with another subject.
  const others = [nameless(9), nameless(9, { Subject: 'Noch etwas' })]
  for (const other of others)
    expect((await handOver(other)).body).toMatchObject({ outcome: 'begun' })

  // Another address in our domain is acknowledged; our own in any spelling is not, and neither is an incomplete one.
  const thanked = async (From: string) => {
    const { body } = await handOver(letter({ To, From }))
    expect(body).toMatchObject({ outcome: 'begun' })
    const rows = await shop.sql`
      select from mail where template = 'service-received' and subject_id = ${String(body['request'])}`
    return rows.count
  }
  expect(await thanked('Eve <e@giftpoint.example>')).toBe(1)
  expect(await thanked('Friends: Flo <flo@example.com>, gus@example.com;')).toBe(1)
  expect(await thanked('Answers+12@Post.example')).toBe(0)
  expect(await thanked('nobody@nowhere')).toBe(0)
  const lines = Buffer.from('Erst\r\nBcc: x@example.com\tdann').toString('base64')
  const { body: folded } = await handOver(
    letter({ To, From: 'l@example.com', Subject: `=?utf-8?B?${lines}?=` }),
  )
  expect((await threadOf(String(folded['request']))).subject).toBe('Erst Bcc: x@example.com dann')
  // A person with a forwarded token is marked as a stranger. The token is found among several addresses, also in capitals.
  const id = await asked(await shop.holder())
  const { version } = await threadOf(id)
  await answer(noor, id, { version, close: true })
  const { replyTo } = await sent()
  const several = {
    From: 'Cas <cas@example.com>',
    To: 'a@example.com, service@giftpoint.example',
    Cc: `b@example.com, "Answers" <${(replyTo ?? '').toUpperCase()}>`,
  }
  expect((await handOver(letter(several))).body).toMatchObject({ outcome: 'added', request: id })
  const thread = await threadOf(id)
  expect(thread).toMatchObject({ state: 'open' })
  expect(thread.messages.at(-1)).toMatchObject({ stranger: true, from: 'Cas' })
  const away = { From: 'Flo <flo@example.com>', To, 'X-Autogenerated': 'Reply' }
  expect((await handOver(letter(away))).body).toEqual({ outcome: 'automatic', request: null })
})

it('identifies the holder of an answer by the order mail that it refers to, and does not treat a bounce report as a message (DESK-37)', async () => {
  const holder = await shop.holder()
  const { number } = await sampleOrder(shop, { holder, gifts: [TOWEL] })
  await shop.shop.jobs.drain()
  const [mail] = await shop.sql<{ id: string }[]>`
    select id from mail where split_part(subject_id, ':', 1) = ${number} and template = 'order-confirmation'`
  const taken = await handOver(
    letter({ References: `<a@b.example> <${mail?.id}@giftpoint.example>` }),
  )
  expect((await threadOf(String(taken.body['request']))).holder).toMatchObject({
    id: String(holder.voucherId),
    orders: [{ number }],
  })
  // A reply to the confirmation mail belongs to that question.
  const question = await asked(holder, { subject: 'Etwas anderes' })
  await shop.shop.jobs.drain()
  const [received] = await shop.sql<{ id: string }[]>`
    select id from mail where template = 'service-received' and subject_id = ${question}`
  const more = letter({ 'In-Reply-To': `<${received?.id}@giftpoint.example>` })
  expect((await handOver(more)).body).toMatchObject({ outcome: 'added', request: question })
  // Mail from our own address is not acknowledged.
  const fromUs = letter({ From: 'Giftpoint <service@giftpoint.example>' })
  expect((await handOver(fromUs)).body).toMatchObject({ outcome: 'begun' })
  const acknowledged = await shop.sql`
    select from mail where template = 'service-received' and recipient = 'service@giftpoint.example'`
  expect(acknowledged).toHaveLength(0)
  const report = letter(
    { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b' },
    `--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <${mail?.id}@giftpoint.example>\r\n\r\n--b--`,
  )
  expect((await handOver(report)).body).toEqual({ outcome: 'bounced', bounced: 1 })
})

it('shows a refused mail in its thread and its task, and sends it to the corrected address (DESK-33, DESK-37)', async () => {
  const id = await asked(await shop.holder(), { contact_email: 'ana@example.com' })
  const { version } = await threadOf(id)
  await shop.shop.jobs.drain()
  mailer.failure = new ServiceRefused(
    'mail',
    'address-refused',
    'The address was refused (550)',
    null,
    '550',
  )
  await answer(noor, id, { version })
  await shop.shop.jobs.drain()
  expect((await threadOf(id)).messages.at(-1)?.mail).toMatchObject({
    state: 'refused',
    to: 'ana@example.com',
  })
  expect(await listed('folder=waiting')).toContainEqual(
    expect.objectContaining({ id, refused: true }),
  )
  mailer.failure = undefined
  const corrected = await noor.request('PUT', `/inbox/${id}/sender`, {
    email: 'anna2@example.com',
    language: 'fr',
  })
  expect(corrected.status).toBe(200)
  const causes = await noor.request<StaffResponse<'tasks'>>('GET', '/tasks?kind=mail-refused')
  // The confirmation of an order bounced, too.
  const tasks = await Promise.all(
    causes.body.items.map(({ id }) => noor.request<StaffResponse<'task'>>('GET', `/tasks/${id}`)),
  )
  const cause = tasks
    .map(({ body }) => body)
    .find(({ resolve }) => resolve?.rows[0]?.what === 'mail.service-answer')
  expect(cause?.resolve?.rows).toMatchObject([
    { what: 'mail.service-answer', after: 'sent-to-new-address' },
  ])
  await noor.request('POST', `/tasks/${cause?.id}/resolve`, { shown: cause?.shown, note: '' })
  expect(await sent('anna2@example.com')).toMatchObject({
    subject: expect.stringContaining('Mein Rucksack'),
  })
  expect((await threadOf(id)).messages.at(-1)?.mail).toMatchObject({ state: 'sent' })
})

it('stores saved replies by language, for one channel by its colleagues and for all channels by an owner (DESK-37)', async () => {
  const texts = { nl: 'Onderweg', de: 'Unterwegs' }
  const saved = { name: 'On its way', channel: '1014', texts }
  const made = await noor.request<{ id: string }>('POST', '/saved-replies', saved)
  expect(made.status).toBe(200)
  const taken = { status: 409, body: { error: { code: 'answer-taken' } } }
  expect(await mila.request('POST', '/saved-replies', saved)).toMatchObject(taken)
  expect(
    (await mila.request('POST', '/saved-replies', { ...saved, name: 'All', channel: null })).status,
  ).toBe(403)
  expect(
    (await owner.request('POST', '/saved-replies', { ...saved, name: 'All', channel: null }))
      .status,
  ).toBe(200)
  const nowhere = { ...saved, name: 'Nowhere', channel: '987654' }
  const unknown = { status: 409, body: { error: { code: 'unknown-channel', field: 'channel' } } }
  expect(await owner.request('POST', '/saved-replies', nowhere)).toMatchObject(unknown)
  expect(
    await owner.request('PUT', `/saved-replies/${made.body.id}`, { ...nowhere, version: 1 }),
  ).toMatchObject(unknown)
  const { body } = await mila.request<StaffResponse<'savedReplies'>>(
    'GET',
    '/saved-replies?channel=1014',
  )
  expect(body.items).toMatchObject([
    { name: 'All', channel: null, mine: false },
    { name: 'On its way', mine: true, texts: { ...texts, en: '', fr: '' } },
  ])
  const change = { ...saved, version: 1, texts: { nl: 'Onderweg!' } }
  const changes = await Promise.all(
    Array.from({ length: 8 }, () => mila.request('PUT', `/saved-replies/${made.body.id}`, change)),
  )
  expect(changes.filter(({ status }) => status === 200)).toHaveLength(1)
  const removed = [1, 2].map((version) => ({ version }))
  expect([
    (await noor.request('DELETE', `/saved-replies/${made.body.id}`, removed[0])).status,
    (await noor.request('DELETE', `/saved-replies/${made.body.id}`, removed[1])).status,
  ]).toEqual([409, 200])
  const elsewhere = await releaseClient(shop, 'service', ['2001'])
  const there = await elsewhere.request<StaffResponse<'savedReplies'>>('GET', '/saved-replies')
  expect(there.body.items.map(({ name }) => name)).toEqual(['All'])
})

it('hides a thread from staff of other channels, and records who reads it (DESK-3)', async () => {
  const id = await asked(await shop.holder())
  const elsewhere = await releaseClient(shop, 'service', ['2001'])
  expect((await elsewhere.request('GET', `/inbox/${id}`)).status).toBe(404)
  expect(await idsOf('folder=all&search=rucksack', elsewhere)).toEqual([])
  for (const [method, path, input] of [
    ['POST', 'take', { from: null, to: 'me' }],
    ['POST', 'answers', { key: randomUUID(), version: 1, body: 'x' }],
    ['POST', 'notes', { key: randomUUID(), body: 'x' }],
    ['POST', 'snooze', { day: null }],
    ['POST', 'close', { version: 1 }],
    ['POST', 'reopen', {}],
    ['PUT', 'sender', { email: 'a@b.example', language: 'nl' }],
    ['PUT', 'voucher', { voucher: null }],
  ] as const)
    expect((await elsewhere.request(method, `/inbox/${id}/${path}`, input)).status).toBe(404)
  expect((await elsewhere.request('POST', '/inbox/take-oldest', {})).status).toBe(409)
  const foreign = await shop.holder({ channel: '2001' })
  const linked = await noor.request('PUT', `/inbox/${id}/voucher`, {
    voucher: String(foreign.voucherId),
  })
  expect(linked.status).toBe(404)
  await threadOf(id)
  await threadOf(id)
  const reads = await shop.sql`
    select from audit where subject_kind = 'request' and subject_id = ${id} and action = 'personal-data.viewed'`
  expect(reads).toHaveLength(1)
  expect(await idsOf(`folder=all&search=${id}`)).toContain(id)
})
