import { PDFiumLibrary } from '@hyzyla/pdfium'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { refused } from '#contract/refusal.ts'
import { isSandboxMailer } from '#server/adapters/sandbox-mailer.ts'
import { handedPieces } from '#server/books/digital-queries.ts'
import { releaseOrder } from '#server/orders/fulfilment-jobs.ts'
import { sealAnew, settleCodes } from '#server/orders/settle-codes.ts'
import { settleLines } from '#server/orders/settle-lines.ts'
import { checkBooks, findingsIn } from '#server/operations/check.ts'
import { deskGuest, type DeskGuest, jsonOf } from '#server/testing/desk-guest.ts'
import { eventTypes, sampleOrder } from '#server/testing/sample-order.ts'
import { voucherKeys } from '#server/ground/voucher-keys.ts'
import { missingForCodes } from '#server/vouchers/known-peppers.ts'
import { type TestHolder, type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let fulfilment: DeskGuest
let owner: DeskGuest
beforeAll(async () => {
  shop = await testShop()
  fulfilment = await deskGuest(shop, 'fulfilment')
  owner = await deskGuest(shop)
})
afterAll(() => shop.stop())
beforeEach(async () => {
  await fulfilment.signIn()
  await owner.signIn()
})

async function digitalGift(kind: 'code' | 'pdf' = 'code', name = 'Filmbon') {
  const gift = await shop.gift({ points: 5, delivery: 'digital', name })
  await shop.sql`update product set digital_kind = ${kind} where id = ${gift.sku}`
  return gift
}

async function release(number: string) {
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await releaseOrder(shop.shop, number)
}

const bring = (sku: string, text: string) =>
  fulfilment.ask('POST', `/desk/api/digital/${sku}/codes`, { text })
const shelfOf = async (sku: string) =>
  jsonOf<{
    shelf: Record<string, unknown>
    imports: { id: string; free: number }[]
    orders: { order: string; pieces: number }[]
  }>(await fulfilment.ask('GET', `/desk/api/digital/${sku}`))
const codesOf = async (holder: TestHolder, number: string) =>
  (await holder.done('digitalGifts', { order_number: number })).response.pieces
const orderOf = async (holder: TestHolder, number: string) =>
  (await holder.done('order', { order_number: number })).response
const casesOf = (sku: string) => shop.sql<{ closed: boolean }[]>`
  select closed_at is not null as closed from attention where kind = 'codes-out' and subject = ${sku}`
async function mailsAbout(number: string) {
  const { mailer } = shop.shop.ports
  if (!isSandboxMailer(mailer)) throw new Error('only the sandbox tells')
  return (await mailer.all()).filter(({ text }) => text.includes(number))
}
async function creditPiece(number: string) {
  const proposed = await owner.ask('POST', `/desk/api/orders/${number}/credit-proposals`, {
    lines: [{ line: 1, quantity: 1 }],
    goods: 'none',
    reason: 'goodwill',
    note: '',
  })
  const { id } = await jsonOf<{ id: string }>(proposed)
  expect(
    await jsonOf(await owner.ask('POST', '/desk/api/credits', { proposal: id })),
  ).toMatchObject({
    credit: expect.any(String) as string,
  })
}
/** Tables in which this stands, as text or as bytes. */
async function tablesWith(text: string) {
  const bytes = Buffer.from(text).toString('hex')
  const tables = await shop.sql<{ name: string }[]>`
    select format('%I.%I', relnamespace::regnamespace, relname) as name from pg_class
    where relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and relkind = 'r'`
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await shop.sql.unsafe(
      `select from ${name} t where strpos(t::text, $1) > 0 or strpos(t::text, $2) > 0 limit 1`,
      [text, bytes],
    )
    if (rows.count > 0) found.push(name)
  }
  return found
}
async function booksAreClean() {
  expect((await checkBooks(shop.sql)).findings).toEqual([])
}

it('hands the last code to one of eight orders, tells the others honestly, and hands out by itself what comes (DESK-33)', async () => {
  const gift = await digitalGift()
  expect(await jsonOf(await bring(gift.sku, 'code;pin\nLAST-0001;42'))).toEqual({
    added: 1,
    refused: 0,
    wrong: [],
  })
  const orders = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      sampleOrder(shop, { gifts: [gift], email: `eight-${at}@example.com` }),
    ),
  )
  await Promise.all(orders.map(({ number }) => release(number)))
  await shop.shop.jobs.drain()
  const had = await Promise.all(orders.map(({ holder, number }) => codesOf(holder, number)))
  expect(had.flat().map(({ code, pin }) => [code, pin])).toEqual([['LAST-0001', '42']])
  const waiting = orders.filter((_, at) => had[at]?.length === 0)
  expect(waiting).toHaveLength(7)
  expect(await casesOf(gift.sku)).toEqual([{ closed: false }])
  expect(await shelfOf(gift.sku)).toMatchObject({
    shelf: { free: 0, waiting: 7, sold: 8, days_left: 0, state: 'waiting' },
    orders: Array.from({ length: 7 }, () => ({ pieces: 1 })),
  })
  const [one] = waiting
  if (!one) throw new Error('nobody waits')
  const [honest] = await mailsAbout(one.number)
  expect(honest?.subject).toBe(`Je digitale cadeau van bestelling ${one.number} komt later`)
  expect(await orderOf(one.holder, one.number)).toMatchObject({
    state: 'released',
    items: [{ digital: { handed: 0, waiting: 1 } }],
  })

  const more = Array.from({ length: 9 }, (_, at) => `MORE-000${at}`)
  await bring(gift.sku, more.join('\n'))
  await Promise.all(Array.from({ length: 8 }, () => settleCodes(shop.shop)))
  await shop.shop.jobs.drain()
  await settleLines(shop.shop)
  const now = await Promise.all(orders.map(({ holder, number }) => codesOf(holder, number)))
  expect(now.map((pieces) => pieces.length)).toEqual(Array(8).fill(1))
  expect(new Set(now.flat().map(({ code }) => code)).size).toBe(8)
  expect(await casesOf(gift.sku)).toEqual([{ closed: true }])
  expect(await shelfOf(gift.sku)).toMatchObject({ shelf: { free: 2, waiting: 0, days_left: 7 } })
  expect(await eventTypes(shop, one.number)).toEqual([
    'placed',
    'released',
    'digital-waits',
    'digital-handed',
  ])
  const done = await orderOf(one.holder, one.number)
  expect(done).toMatchObject({ state: 'delivered', can: { withdraw: false } })
  await booksAreClean()
})

it('mails after a kill what was handed out before it, the same code once (B29)', async () => {
  const gift = await digitalGift()
  await bring(gift.sku, 'KILLED-0001\nKILLED-0002')
  const { holder, number } = await sampleOrder(shop, { gifts: [gift] })
  await release(number)
  const [before] = await codesOf(holder, number)
  // What was committed is all that another process finds.
  const other = await testShop({ database: shop.database })
  await other.shop.jobs.drain()
  await release(number)
  await other.shop.jobs.drain()
  const { mailer } = other.shop.ports
  const mails = isSandboxMailer(mailer) ? await mailer.all() : []
  await other.stop()
  const brought = mails.filter(({ text }) => text.includes(before?.code ?? '?'))
  expect(brought).toHaveLength(1)
  expect(await codesOf(holder, number)).toEqual([before])
  expect(await shelfOf(gift.sku)).toMatchObject({ shelf: { free: 1 } })
})

it('keeps codes sealed: no row, answer or audit holds one, and each comes in once, however it is written (DESK-25)', async () => {
  const gift = await digitalGift()
  const text = Array.from({ length: 40 }, (_, at) => `SECRET-${1000 + at}`).join('\n')
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () =>
      jsonOf<{ added: number; refused: number }>(await bring(gift.sku, text)),
    ),
  )
  expect(answers.reduce((sum, { added }) => sum + added, 0)).toBe(40)
  const again = await jsonOf(await bring(gift.sku, 'secret 1000\nnew-one-1\nx\nNEWONE1'))
  expect(again).toEqual({ added: 1, refused: 2, wrong: [3] })
  expect((await bring(gift.sku, 'x')).status).toBe(409)
  const { holder, number } = await sampleOrder(shop, { gifts: [gift] })
  await release(number)
  await shop.shop.jobs.drain()
  const [piece] = await codesOf(holder, number)
  expect(piece?.code).toMatch(/^SECRET-/)
  expect(await tablesWith('SECRET-1')).toEqual([])
  const pages = await Promise.all([
    fulfilment.ask('GET', `/desk/api/digital/${gift.sku}`),
    fulfilment.ask('GET', '/desk/api/digital?as=csv'),
    owner.ask('GET', `/desk/api/orders/${number}`),
    owner.ask('GET', '/desk/api/audit'),
  ])
  expect((await Promise.all(pages.map((page) => page.text()))).join()).not.toContain('SECRET-1')

  const brought = (await shelfOf(gift.sku)).imports.find(({ free }) => free > 1)
  const back = await Promise.all(
    Array.from({ length: 8 }, () =>
      fulfilment.ask('POST', `/desk/api/digital/${gift.sku}/codes/take-back`, {
        import: brought?.id,
        reason: 'Van een ander',
      }),
    ),
  )
  expect(back.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(await shelfOf(gift.sku)).toMatchObject({ shelf: { free: 1 } })
  expect(await codesOf(holder, number)).toEqual([piece])
})

it('shows codes to their holder alone, and to no colleague in their place (DESK-25)', async () => {
  const gift = await digitalGift()
  await bring(gift.sku, 'MINE-0001')
  const { holder, number } = await sampleOrder(shop, { gifts: [gift] })
  await release(number)
  const stranger = await shop.holder()
  expect(await stranger.call('digitalGifts', { order_number: number })).toMatchObject({
    refused: 'no-such-order',
  })
  const acted = await owner.ask('POST', `/desk/api/vouchers/${holder.voucherId}/act`, {
    reason: 'Belt op',
  })
  const { address } = await jsonOf<{ address: string }>(acted)
  const taken = await shop.call('takeOver', {
    ticket: address.split('#hand-over=')[1] ?? '',
    from: shop.url,
  })
  if (refused(taken)) throw new Error(taken.refused)
  const answer = await shop.request(`/rest/orders/${number}/digital`, {
    headers: { authorization: `Bearer ${taken.wt}` },
  })
  expect(await jsonOf(answer)).toMatchObject({ response: { hidden: true, pieces: [{ code: '' }] } })
})

it('seals anew by a newer pepper, until the older one is needed by none, and knows codes by it again', async () => {
  const gift = await digitalGift()
  await bring(gift.sku, 'TURN-0001\nTURN-0002')
  const { number } = await sampleOrder(shop, { gifts: [gift] })
  await release(number)
  const older = shop.config.GIFTPOINT_PEPPER
  const newer = 'turned:another secret of the house'
  const turned = await testShop({
    database: shop.database,
    environment: { GIFTPOINT_PEPPER: `${newer},${older}` },
  })
  await fulfilment.signIn()
  const newerAlone = voucherKeys('salt', newer)
  expect(await missingForCodes(shop.sql, newerAlone)).toContain(
    'codes of digital gifts stay sealed',
  )
  await Promise.all(Array.from({ length: 8 }, () => sealAnew(turned.shop)))
  while ((await sealAnew(turned.shop)) > 0);
  const [left] = await shop.sql<{ others: number }[]>`
    select count(*)::integer as others from digital_code where sealed is not null and pepper_id <> 'turned'`
  expect(left).toEqual({ others: 0 })
  expect(await missingForCodes(shop.sql, newerAlone)).toBeUndefined()
  expect(await handedPieces(shop.sql, newer, number)).toMatchObject([{ code: { pin: '' } }])
  const guest = await deskGuest(turned, 'fulfilment')
  await guest.signIn()
  const again = await guest.ask('POST', `/desk/api/digital/${gift.sku}/codes`, { text: 'turn0002' })
  expect(await jsonOf(again)).toMatchObject({ added: 0, refused: 1 })
  // As it was: what follows is the older one's business.
  await sealAnew(shop.shop).catch(() => {})
  await turned.stop()
  await shop.sql`delete from pepper where name = 'turned'`
})

it('never returns a code that was handed out, and hands none out for what was given back or is being chosen anew (DESK-30)', async () => {
  const gift = await digitalGift()
  await bring(gift.sku, 'BACK-0001')
  const two = await sampleOrder(shop, { gifts: [gift], quantity: 2 })
  await release(two.number)
  expect(await orderOf(two.holder, two.number)).toMatchObject({
    can: { withdraw: true },
    items: [{ digital: { handed: 1, waiting: 1 }, withdrawable: 1 }],
  })
  // What waits is what is given back; then what was handed out, which stays with whoever has it.
  for (const waiting of [0, 0]) {
    await creditPiece(two.number)
    const item = (await orderOf(two.holder, two.number)).items[0]
    expect(item?.digital).toEqual({ handed: 1, waiting })
  }
  expect(await codesOf(two.holder, two.number)).toMatchObject([{ code: 'BACK-0001' }])

  // All of it given back before there was a code: nobody waits for that line any more.
  const whole = await sampleOrder(shop, { gifts: [gift] })
  await release(whole.number)
  await creditPiece(whole.number)
  await settleCodes(shop.shop)
  expect(await orderOf(whole.holder, whole.number)).toMatchObject({ state: 'cancelled' })

  const chosen = await sampleOrder(shop, { gifts: [gift] })
  await release(chosen.number)
  const path = `/desk/api/orders/${chosen.number}/choices`
  const begun = await owner.ask('POST', path, { line: 1, quantity: 1, cause: 'sold-out', note: '' })
  const { id } = await jsonOf<{ id: string }>(begun)
  await bring(gift.sku, 'BACK-0002')
  await Promise.all(Array.from({ length: 8 }, () => settleCodes(shop.shop)))
  expect(await shelfOf(gift.sku)).toMatchObject({ shelf: { free: 1 } })
  expect(
    (await owner.ask('DELETE', `/desk/api/choices/${id}`, { reason: 'Er is er een' })).status,
  ).toBe(200)
  await settleCodes(shop.shop)
  expect(await codesOf(chosen.holder, chosen.number)).toMatchObject([{ code: 'BACK-0002' }])
  expect((await casesOf(gift.sku)).filter(({ closed }) => !closed)).toEqual([])
  await shop.shop.jobs.drain()
  await settleLines(shop.shop)
  await booksAreClean()
})

it('makes a PDF of a digital gift that has no code, by mail and for its holder', async () => {
  const gift = await digitalGift('pdf', 'Een boom met Łukasz')
  const { holder, number } = await sampleOrder(shop, { gifts: [gift], quantity: 2 })
  await release(number)
  await shop.shop.jobs.drain()
  const mail = (await mailsAbout(number)).find(({ attachments }) => attachments)
  expect(mail?.attachments?.map(({ name }) => name)).toEqual([
    `cadeau-${number}-1-1.pdf`,
    `cadeau-${number}-1-2.pdf`,
  ])
  const { response } = await holder.done('digitalDocument', {
    order_number: number,
    line: '1',
    unit: '2',
  })
  const bytes = Buffer.from(response.content, 'base64')
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes)
  const text = document.getPage(0).getText()
  expect(document.getPageCount()).toBe(1)
  document.destroy()
  library.destroy()
  for (const said of ['Een boom met Łukasz', 'Voor Anna de Vries', `Kenmerk ${number}-1-2`])
    expect(text).toContain(said)
  expect(
    await holder.call('digitalDocument', { order_number: number, line: '1', unit: '3' }),
  ).toMatchObject({ refused: 'no-such-line' })
  await settleLines(shop.shop)
  expect(await orderOf(holder, number)).toMatchObject({ state: 'delivered' })
})

it('finds a made difference in the books of codes (DESK-33)', async () => {
  const gift = await digitalGift()
  await bring(gift.sku, 'DIFF-0001\nDIFF-0002')
  const { number } = await sampleOrder(shop, { gifts: [gift] })
  await release(number)
  const differences = [
    `update digital_code set state = 'given' where sku = '${gift.sku}'`,
    `insert into digital_piece (order_number, line, unit, voucher_id, sku, kind, asked_at)
     select order_number, line, 9, voucher_id, sku, kind, asked_at from digital_piece where order_number = '${number}'`,
    `update mail set subject_id = subject_id || '0' where template = 'digital-codes' and subject_id like '${number}:%'`,
  ]
  const codes: string[][] = []
  for (const difference of differences) {
    await shop.sql
      .begin(async (sql) => {
        // As somebody with the keys of the database could, and nobody else.
        await sql`set local session_replication_role = replica`
        await sql.unsafe(difference)
        codes.push((await findingsIn(sql)).map(({ code }) => code))
        throw new Error('as it was')
      })
      .catch((error: unknown) => {
        if (!(error instanceof Error) || error.message !== 'as it was') throw error
      })
  }
  expect(codes).toEqual([['codes-differ'], ['pieces-differ'], ['handed-without-mail']])
  await booksAreClean()
})
