import { randomUUID } from 'node:crypto'

import { PDFiumLibrary } from '@hyzyla/pdfium'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { refused } from '#contract/shared/refusals.shop.ts'
import { isSandboxMailer } from '#server/modules/mail/delivery/sandbox-mailer.ts'
import { assignedItems } from '#server/modules/fulfilment/digital/digital-item.sql.ts'
import { creditDueWithdrawals } from '#server/modules/refunds/credit-withdrawals.timer.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import {
  resealCodes,
  handOutItems,
} from '#server/modules/fulfilment/digital/digital-items.timer.ts'
import { deliverDueLines } from '#server/modules/fulfilment/deliver-lines.timer.ts'
import { checkBooks, findProblems } from '#tools/check/check.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { eventTypes, sampleOrder } from '#server/testing/samples/sample-order.ts'
import { voucherKeys } from '#server/platform/crypto/voucher-keys.ts'
import { warnAboutUnreadableCodes } from '#server/modules/vouchers/check-secret-keys.ts'
import { type TestHolder, type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let fulfilment: StaffClient
let owner: StaffClient
beforeAll(async () => {
  shop = await testShop()
  fulfilment = await staffClient(shop, 'fulfilment')
  owner = await staffClient(shop)
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
  await submitOrder(shop.shop, number)
}

const bring = (sku: string, text: string, after_space?: 'code' | 'pin') =>
  fulfilment.request('POST', `/backoffice/api/digital-codes/${sku}/codes`, { text, after_space })
const shelfOf = async (sku: string) =>
  jsonOf<{
    shelf: Record<string, unknown>
    imports: { id: string; free: number }[]
    alike: { id: string; code: string }[]
    orders: { order: string; pieces: number }[]
  }>(await fulfilment.request('GET', `/backoffice/api/digital-codes/${sku}`))
const codesOf = async (holder: TestHolder, number: string) =>
  (await holder.done('digitalGifts', { order_number: number })).response.pieces
const orderOf = async (holder: TestHolder, number: string) =>
  (await holder.done('order', { order_number: number })).response
const casesOf = (sku: string) => shop.sql<{ closed: boolean }[]>`
  select closed_at is not null as closed from task where kind = 'codes-out' and subject = ${sku}`
async function mailsAbout(number: string) {
  const { mailer } = shop.shop.ports
  if (!isSandboxMailer(mailer)) throw new Error('only the sandbox tells')
  return (await mailer.all()).filter(({ text }) => text.includes(number))
}
/** A credit for handed-out codes is booked only if staff confirm that they know. */
async function creditPiece(number: string, handed = 0) {
  const proposed = await owner.request(
    'POST',
    `/backoffice/api/orders/${number}/credit-proposals`,
    {
      lines: [{ line: 1, quantity: 1 }],
      goods: 'none',
      reason: 'goodwill',
      note: '',
    },
  )
  const { id, handed_out } = await jsonOf<{ id: string; handed_out: number }>(proposed)
  expect(handed_out).toBe(handed)
  if (handed > 0) {
    const unaware = await owner.request('POST', '/backoffice/api/credits', { proposal: id })
    expect(await jsonOf(unaware)).toMatchObject({ error: { code: 'handed-out' } })
  }
  expect(
    await jsonOf(
      await owner.request('POST', '/backoffice/api/credits', { proposal: id, handed_out }),
    ),
  ).toMatchObject({
    credit: expect.any(String) as string,
  })
}
/** Tables that contain this text, as text or as bytes. */
async function tablesWith(text: string) {
  const bytes = Buffer.from(text).toString('hex')
  const tables = await shop.sql<{ name: string }[]>`
    select format('%I.%I', relnamespace::regnamespace, relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`
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
async function expectConsistentBooks() {
  expect((await checkBooks(shop.sql)).findings).toEqual([])
}

it('gives the last code to one of eight orders, tells the others to wait, and sends new codes by itself (DESK-33)', async () => {
  const gift = await digitalGift()
  expect(await jsonOf(await bring(gift.sku, 'code;pin\nLAST-0001;42'))).toEqual({
    added: 1,
    refused: 0,
    known: [],
    alike: [],
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
  await Promise.all(Array.from({ length: 8 }, () => handOutItems(shop.shop)))
  await shop.shop.jobs.drain()
  await deliverDueLines(shop.shop)
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
  await expectConsistentBooks()
})

it('shows how many codes of a line are missing, also in the back office, and sends codes in the order of their upload (DESK-33, DESK-25)', async () => {
  const gift = await digitalGift()
  const brought = ['5', '1', '4', '2', '3'].map((end) => `PART-000${end}`)
  await bring(gift.sku, brought.join('\n'))
  const { holder, number } = await sampleOrder(shop, { gifts: [gift], quantity: 6 })
  const soon = 'De bon komt per e-mail, in een paar minuten.'
  await shop.sql`update order_line set delivery_info = ${soon} where order_number = ${number}`
  await release(number)
  await shop.shop.jobs.drain()
  const had = async () => (await codesOf(holder, number)).map(({ code }) => code)
  expect(await had()).toEqual(brought)
  expect(
    await jsonOf(await owner.request('GET', `/backoffice/api/orders/${number}`)),
  ).toMatchObject({
    lines: [{ digital: { handed: 5, waiting: 1 } }],
  })
  const told = await mailsAbout(number)
  const rest =
    'Codes voor Filmbon: 5 van 6. De rest sturen we zo snel mogelijk in een aparte e-mail.'
  const subjects = [
    `Je digitale cadeau van bestelling ${number}`,
    `Bestelling ${number}: een deel van je codes komt later`,
  ]
  for (const subject of subjects)
    expect(told.find((mail) => mail.subject === subject)?.text, subject).toContain(rest)
  // The mail for a later code does not promise it within minutes.
  expect(told.find((mail) => mail.subject === subjects[1])?.text).not.toContain(soon)
  expect((await orderOf(holder, number)).events).toMatchObject([
    { type: 'placed' },
    { type: 'released' },
    { type: 'digital-handed', description: '5 × Filmbon' },
    { type: 'digital-waits', description: '1 × Filmbon' },
  ])

  await bring(gift.sku, 'PART-0000')
  await handOutItems(shop.shop)
  await shop.shop.jobs.drain()
  expect(await had()).toEqual([...brought, 'PART-0000'])
  const [last] = (await mailsAbout(number)).filter(({ text }) => text.includes('PART-0000'))
  expect(last?.text).not.toContain('van 6')
  expect((await orderOf(holder, number)).events.at(-1)).toMatchObject({
    type: 'digital-handed',
    description: '1 × Filmbon',
  })
  await expectConsistentBooks()
})

it('sends the same code once after the process was killed between assignment and email (B29)', async () => {
  const gift = await digitalGift()
  await bring(gift.sku, 'KILLED-0001\nKILLED-0002')
  const { holder, number } = await sampleOrder(shop, { gifts: [gift] })
  await release(number)
  const [before] = await codesOf(holder, number)
  // Another process sees only committed data.
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

it('stores codes encrypted: no row, answer or audit entry contains one, each is imported once, and rejected ones are named by their last characters (DESK-25)', async () => {
  const gift = await digitalGift()
  const text = Array.from({ length: 40 }, (_, at) => `SECRET-${1000 + at}`).join('\n')
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () =>
      jsonOf<{ added: number; refused: number }>(await bring(gift.sku, text)),
    ),
  )
  expect(answers.reduce((sum, { added }) => sum + added, 0)).toBe(40)
  const again = await jsonOf(await bring(gift.sku, 'secret 1000\nnew-one-1\nx\nNEWONE1', 'code'))
  // A vendor may distinguish capitals: such codes are new, with a warning.
  expect(again).toEqual({
    added: 3,
    refused: 0,
    known: [],
    alike: [
      { line: 1, code: '…00' },
      { line: 4, code: '…1' },
    ],
    wrong: [{ line: 3, why: 'short' }],
  })
  const quoted = 'Code,PIN\n"SECRET-1000","7"\n="new-one-1"\n"fresh,""0001"\n"fresh,""0001"'
  expect(await jsonOf(await bring(gift.sku, quoted))).toEqual({
    added: 1,
    refused: 3,
    known: [
      { line: 2, code: '…00', of: null, other_pin: true },
      { line: 3, code: '…-1', of: null, other_pin: false },
      { line: 5, code: '…01', of: 4, other_pin: false },
    ],
    alike: [],
    wrong: [],
  })
  // Even a file without a single valid line explains each line; nothing of it is stored.
  const none = `one1,two2,three\n"never ends\n${'A'.repeat(121)}\nnaïef1\n=1+1\n@SUM(1)\n"=HYPERLINK(1)"\nCARD-0001;=1+1`
  expect(await jsonOf(await bring(gift.sku, none))).toEqual({
    added: 0,
    refused: 0,
    known: [],
    alike: [],
    wrong: [
      { line: 1, why: 'columns' },
      { line: 2, why: 'quote' },
      { line: 3, why: 'long' },
      { line: 4, why: 'signs' },
      // No code starts like this: a spreadsheet would evaluate it as a formula, so the original text is unknown.
      { line: 5, why: 'signs' },
      { line: 6, why: 'signs' },
      { line: 7, why: 'signs' },
      { line: 8, why: 'signs' },
    ],
  })
  expect((await bring(gift.sku, 'code;pin\n')).status).toBe(409)
  // Before anything is imported, the user is asked whether the part after a space is a PIN; the question shows only
  // the end of each code.
  const spaced = 'BLANKED-22 4711\nBLANKED-23 4712'
  expect(await jsonOf(await bring(gift.sku, spaced))).toMatchObject({
    error: { code: 'ambiguous-codes' },
    stands: [
      { line: 1, code: '…22', after_space: 4 },
      { line: 2, code: '…23', after_space: 4 },
    ],
  })
  expect(await shelfOf(gift.sku)).toMatchObject({ shelf: { free: 42 } })
  const cards = await digitalGift()
  expect(await jsonOf(await bring(cards.sku, spaced, 'pin'))).toMatchObject({ added: 2 })
  expect(await jsonOf(await bring(cards.sku, 'BLANKED-22;9'))).toMatchObject({
    known: [{ line: 1, of: null, other_pin: true }],
  })
  const { holder, number } = await sampleOrder(shop, { gifts: [gift] })
  await release(number)
  await shop.shop.jobs.drain()
  const [piece] = await codesOf(holder, number)
  expect(piece?.code).toMatch(/^SECRET-/)
  expect(await tablesWith('SECRET-1')).toEqual([])
  const pages = await Promise.all([
    fulfilment.request('GET', `/backoffice/api/digital-codes/${gift.sku}`),
    fulfilment.request('GET', '/backoffice/api/digital-codes?as=csv'),
    owner.request('GET', `/backoffice/api/orders/${number}`),
    owner.request('GET', '/backoffice/api/audit'),
  ])
  expect((await Promise.all(pages.map((page) => page.text()))).join()).not.toContain('SECRET-1')

  const brought = (await shelfOf(gift.sku)).imports.find(({ free }) => free > 3)
  const back = await Promise.all(
    Array.from({ length: 8 }, () =>
      fulfilment.request('POST', `/backoffice/api/digital-codes/${gift.sku}/codes/withdraw`, {
        import: brought?.id,
        reason: 'Van een ander',
      }),
    ),
  )
  expect(back.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(await shelfOf(gift.sku)).toMatchObject({ shelf: { free: 2, held: 2 } })
  expect(await codesOf(holder, number)).toEqual([piece])

  // A code moved to another variant cannot be decrypted.
  const other = await digitalGift()
  await bring(other.sku, 'OTHERS-0001')
  const [own] = await shop.sql<{ id: number; sealed: Buffer }[]>`
    select digital_code.id, sealed from digital_code join digital_item on code_id = digital_code.id
    where order_number = ${number}`
  await shop.sql`
    update digital_code set sealed = (select sealed from digital_code where sku = ${other.sku})
    where id = ${own?.id ?? 0}`
  await expect(assignedItems(shop.sql, shop.config.GIFTPOINT_PEPPER, number)).rejects.toThrow(
    'cannot be decrypted',
  )
  await shop.sql`update digital_code set sealed = ${own?.sealed ?? null} where id = ${own?.id ?? 0}`
  // Codes that were never handed out may be imported again.
  expect(await jsonOf(await bring(gift.sku, text))).toMatchObject({ added: 39, refused: 1 })
})

it('holds back a code that resembles another one until a colleague decides, even if orders wait (DESK-25, DESK-33)', async () => {
  const gift = await digitalGift()
  await bring(gift.sku, 'MUS-ONE-1')
  const { holder, number } = await sampleOrder(shop, { gifts: [gift], quantity: 3 })
  await release(number)
  await bring(gift.sku, 'mus-one-1\nMUS ONE 1', 'code')
  await handOutItems(shop.shop)
  const had = async () => (await codesOf(holder, number)).map(({ code }) => code)
  expect(await had()).toEqual(['MUS-ONE-1'])
  const held = await shelfOf(gift.sku)
  expect(held).toMatchObject({
    shelf: { free: 0, held: 2, waiting: 2, state: 'waiting' },
    alike: [{ code: '…-1' }, { code: '… 1' }],
    imports: [{ free: 2 }, { free: 0 }],
  })
  expect(await casesOf(gift.sku)).toEqual([{ closed: false }])

  const [own, other] = held.alike.map(({ id }) => id)
  const say = async (code: string | undefined, isOwn: boolean) =>
    fulfilment.request('POST', `/backoffice/api/digital-codes/${gift.sku}/codes/similar`, {
      codes: [code],
      own: isOwn,
    })
  const said = await Promise.all(Array.from({ length: 8 }, () => say(own, true)))
  expect(said.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  await handOutItems(shop.shop)
  expect(await had()).toEqual(['MUS-ONE-1', 'mus-one-1'])
  expect((await say(other, false)).status).toBe(200)
  // A code that has been handed out cannot be decided on any more.
  expect((await say(own, false)).status).toBe(409)
  await handOutItems(shop.shop)
  expect(await had()).toHaveLength(2)
  expect(await shelfOf(gift.sku)).toMatchObject({ shelf: { held: 0, waiting: 1 }, alike: [] })
  const lines = await owner.request('GET', '/backoffice/api/audit')
  expect(await lines.text()).toContain('codes.confirmed')

  // Of two similar codes that are imported at once, one is held. Withdrawing its import withdraws it, too.
  const both = await Promise.all(
    Array.from({ length: 8 }, async (_, at) =>
      jsonOf<{ alike: unknown[] }>(
        await bring(
          gift.sku,
          ['AT-ONCE-1', 'AT ONCE 1', 'at-once-1', 'ATONCE1'][at % 4] ?? '',
          'code',
        ),
      ),
    ),
  )
  const came = both.reduce((sum, { alike }) => sum + alike.length, 0)
  const { shelf, imports } = await shelfOf(gift.sku)
  expect(shelf).toMatchObject({ free: 1, held: came })
  expect(came).toBe(3)
  for (const { id, free } of imports) {
    if (free === 0) continue
    const back = await fulfilment.request(
      'POST',
      `/backoffice/api/digital-codes/${gift.sku}/codes/withdraw`,
      {
        import: id,
        reason: 'Dubbel',
      },
    )
    expect(back.status).toBe(200)
  }
  expect(await shelfOf(gift.sku)).toMatchObject({ shelf: { free: 0, held: 0 } })
  await expectConsistentBooks()
})

it('shows codes to their holder only, and not to a colleague who acts for the holder (DESK-25)', async () => {
  const gift = await digitalGift()
  const paper = await digitalGift('pdf')
  await bring(gift.sku, 'MINE-0001')
  const { holder, number } = await sampleOrder(shop, { gifts: [gift, paper] })
  await release(number)
  const stranger = await shop.holder()
  expect(await stranger.call('digitalGifts', { order_number: number })).toMatchObject({
    refused: 'no-such-order',
  })
  const acted = await owner.request('POST', `/backoffice/api/vouchers/${holder.voucherId}/act`, {
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
  expect(await jsonOf(answer)).toMatchObject({
    response: { hidden: true, pieces: [{ code: '' }, { code: '' }] },
  })

  // A document counts like a code.
  const document = { order_number: number, line: '2', unit: '1' }
  expect(await stranger.call('digitalDocument', document)).toMatchObject({
    refused: 'no-such-order',
  })
  const acting = await shop.request(`/rest/orders/${number}/digital/2/1`, {
    headers: { authorization: `Bearer ${taken.wt}` },
  })
  expect(await jsonOf(acting)).toMatchObject({ error: { code: 'no-such-line' } })
  expect(refused(await holder.call('digitalDocument', document))).toBe(false)
})

it('encrypts codes with a newer pepper until no code needs the older one, and still recognises them', async () => {
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
  expect(await warnAboutUnreadableCodes(shop.sql, newerAlone)).toContain(
    'codes of digital gifts cannot be read',
  )
  await Promise.all(Array.from({ length: 8 }, () => resealCodes(turned.shop)))
  while ((await resealCodes(turned.shop)) > 0);
  const [left] = await shop.sql<{ others: number }[]>`
    select count(*)::integer as others from digital_code where sealed is not null and pepper_id <> 'turned'`
  expect(left).toEqual({ others: 0 })
  expect(await warnAboutUnreadableCodes(shop.sql, newerAlone)).toBeUndefined()
  expect(await assignedItems(shop.sql, newer, number)).toMatchObject([{ code: { pin: '' } }])
  const guest = await staffClient(turned, 'fulfilment')
  await guest.signIn()
  const again = await guest.request('POST', `/backoffice/api/digital-codes/${gift.sku}/codes`, {
    text: 'TURN-0002',
  })
  expect(await jsonOf(again)).toMatchObject({ added: 0, refused: 1 })
  // Back to the earlier pepper, which the following tests use.
  await resealCodes(shop.shop).catch(() => {})
  await turned.stop()
  await shop.sql`delete from pepper where name = 'turned'`
})

it('never takes a sent code back, and sends none for a gift that was refunded or is being replaced (DESK-30)', async () => {
  const gift = await digitalGift()
  await bring(gift.sku, 'BACK-0001')
  const two = await sampleOrder(shop, { gifts: [gift], quantity: 2 })
  await release(two.number)
  expect(await orderOf(two.holder, two.number)).toMatchObject({
    can: { withdraw: true },
    items: [{ digital: { handed: 1, waiting: 1 }, withdrawable: 1 }],
  })
  // Waiting units are credited first; a code that was handed out stays with its holder.
  for (const handed of [0, 1]) {
    await creditPiece(two.number, handed)
    const item = (await orderOf(two.holder, two.number)).items[0]
    expect(item?.digital).toEqual({ handed: 1, waiting: 0 })
  }
  expect(await codesOf(two.holder, two.number)).toMatchObject([{ code: 'BACK-0001' }])

  // All units credited before a code arrived: nobody waits for that line any more.
  const whole = await sampleOrder(shop, { gifts: [gift] })
  await release(whole.number)
  await creditPiece(whole.number)
  await handOutItems(shop.shop)
  expect(await orderOf(whole.holder, whole.number)).toMatchObject({ state: 'cancelled' })

  const chosen = await sampleOrder(shop, { gifts: [gift] })
  await release(chosen.number)
  const path = `/backoffice/api/orders/${chosen.number}/replacements`
  const begun = await owner.request('POST', path, {
    line: 1,
    quantity: 1,
    left: 1,
    cause: 'sold-out',
    note: '',
  })
  const { id } = await jsonOf<{ id: string }>(begun)
  await bring(gift.sku, 'BACK-0002')
  await Promise.all(Array.from({ length: 8 }, () => handOutItems(shop.shop)))
  expect(await shelfOf(gift.sku)).toMatchObject({ shelf: { free: 1 } })
  expect(
    (
      await owner.request('DELETE', `/backoffice/api/replacements/${id}`, {
        reason: 'Er is er een',
      })
    ).status,
  ).toBe(200)
  await handOutItems(shop.shop)
  expect(await codesOf(chosen.holder, chosen.number)).toMatchObject([{ code: 'BACK-0002' }])
  expect((await casesOf(gift.sku)).filter(({ closed }) => !closed)).toEqual([])
  await shop.shop.jobs.drain()
  await deliverDueLines(shop.shop)
  await expectConsistentBooks()
})

it('drops a gift that was withdrawn before its issuer sent it, and announces no delivery (DESK-30)', async () => {
  const gift = await shop.gift({ points: 5, delivery: 'digital', name: 'Concertavond' })
  const withdraw = async ({ holder, number }: Awaited<ReturnType<typeof sampleOrder>>) =>
    holder.done('withdrawOrder', { order_number: number, withdrawal_key: randomUUID() })
  const settleAll = async () => {
    await deliverDueLines(shop.shop)
    await creditDueWithdrawals(shop.shop)
    await deliverDueLines(shop.shop)
    await handOutItems(shop.shop)
  }
  const early = await sampleOrder(shop, { gifts: [gift] })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${early.number}`
  await withdraw(early)
  await submitOrder(shop.shop, early.number)
  await shop.shop.jobs.drain()
  await settleAll()

  const late = await sampleOrder(shop, { gifts: [gift] })
  await release(late.number)
  await withdraw(late)
  await shop.shop.jobs.drain()
  await settleAll()
  for (const { holder, number } of [early, late]) {
    expect(await orderOf(holder, number)).toMatchObject({ state: 'cancelled' })
    expect(await eventTypes(shop, number)).not.toContain('digital-sent')
  }
  const told = await shop.sql<{ subject_id: string }[]>`
    select subject_id from mail where template = 'digital-gift' and subject_id in ${shop.sql([early.number, late.number])}`
  expect(told).toEqual([{ subject_id: late.number }])

  // One of the two codes is not available yet.
  const half = await sampleOrder(shop, { gifts: [gift], quantity: 2 })
  await release(half.number)
  const [item] = (await orderOf(half.holder, half.number)).items
  await half.holder.done('withdrawOrder', {
    order_number: half.number,
    withdrawal_key: randomUUID(),
    lines: [{ shopping_cart_item: item?.shopping_cart_item ?? '', quantity: 1 }],
  })
  await shop.shop.jobs.drain()
  await settleAll()
  expect(await orderOf(half.holder, half.number)).toMatchObject({ state: 'delivered' })
  expect(await eventTypes(shop, half.number)).toContain('digital-sent')
  await expectConsistentBooks()
})

it('creates a PDF of a digital gift without a code, by email and on the holder’s page', async () => {
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
  await deliverDueLines(shop.shop)
  expect(await orderOf(holder, number)).toMatchObject({ state: 'delivered' })
})

it('creates the PDF without an image that cannot be read, so that the gift is not delayed (DESK-33)', async () => {
  const gift = await digitalGift('pdf', 'Een boom zonder foto')
  const hash = '0badc0de'.repeat(4)
  // As in a simulation: the image is stored without its bytes.
  await shop.sql`
    insert into picture (hash, media_type, bytes, width, height)
    values (${hash}, 'image/png', '\\x00', 1, 1)`
  await shop.sql`update product set pictures = ${[`${hash}.png`]} where id = ${gift.sku}`
  const { holder, number } = await sampleOrder(shop, { gifts: [gift] })
  await release(number)
  await shop.shop.jobs.drain()
  const mail = (await mailsAbout(number)).find(({ attachments }) => attachments)
  expect(mail?.attachments?.map(({ name }) => name)).toEqual([`cadeau-${number}-1-1.pdf`])
  const { response } = await holder.done('digitalDocument', {
    order_number: number,
    line: '1',
    unit: '1',
  })
  expect(Buffer.from(response.content, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
})

it('is reported by the consistency check if the records of codes differ (DESK-33)', async () => {
  const gift = await digitalGift()
  await bring(gift.sku, 'DIFF-0001\nDIFF-0002')
  const { number } = await sampleOrder(shop, { gifts: [gift] })
  await release(number)
  const differences = [
    `update digital_code set state = 'given' where sku = '${gift.sku}'`,
    `insert into digital_item (order_number, line, unit, voucher_id, sku, kind, asked_at)
     select order_number, line, 9, voucher_id, sku, kind, asked_at from digital_item where order_number = '${number}'`,
    `update mail set subject_id = subject_id || '0' where template = 'digital-codes' and subject_id like '${number}:%'`,
  ]
  const codes: string[][] = []
  for (const difference of differences) {
    await shop.sql
      .begin(async (sql) => {
        // Only an administrator of the database can make such changes.
        await sql`set local session_replication_role = replica`
        await sql.unsafe(difference)
        codes.push((await findProblems(sql)).map(({ code }) => code))
        throw new Error('as it was')
      })
      .catch((error: unknown) => {
        if (!(error instanceof Error) || error.message !== 'as it was') throw error
      })
  }
  expect(codes).toEqual([['codes-differ'], ['pieces-differ'], ['handed-without-mail']])
  await expectConsistentBooks()
})

it('shows the approver of a refund which gifts the holder keeps, and asks again if more were sent meanwhile (DESK-30, DESK-29)', async () => {
  const service = await staffClient(shop, 'service')
  await service.signIn()
  const gift = await digitalGift()
  await bring(gift.sku, 'KEPT-0001\nKEPT-0002')
  const { number } = await sampleOrder(shop, { gifts: [gift], quantity: 12 })
  await release(number)
  const ask = async () => {
    const { id, handed_out } = await jsonOf<{ id: string; handed_out: number }>(
      await service.request('POST', `/backoffice/api/orders/${number}/credit-proposals`, {
        lines: [{ line: 1, quantity: 12 }],
        goods: 'none',
        reason: 'goodwill',
      }),
    )
    const { approval } = await jsonOf<{ approval: string }>(
      await service.request('POST', '/backoffice/api/credits', { proposal: id, handed_out }),
    )
    return approval
  }
  const first = await ask()
  const shown = await jsonOf<{ items: object[] }>(
    await owner.request('GET', `/backoffice/api/approvals?ids=${first}`),
  )
  expect(shown.items).toMatchObject([{ asked: { handed: [{ name: 'Filmbon', pieces: 2 }] } }])

  // A third code is handed out before the approval.
  await bring(gift.sku, 'KEPT-0003')
  await handOutItems(shop.shop)
  const yes = (id: string) => owner.request('POST', `/backoffice/api/approvals/${id}/approve`, {})
  expect(await jsonOf(await yes(first))).toMatchObject({ error: { code: 'changed-since' } })
  const second = await ask()
  expect((await yes(second)).status).toBe(200)
  const [told] = await shop.sql<{ handed: number }[]>`
    select (after ->> 'handed')::integer as handed from audit where action = 'approval.approved' order by id desc limit 1`
  expect(told?.handed).toBe(3)
  await expectConsistentBooks()
})
