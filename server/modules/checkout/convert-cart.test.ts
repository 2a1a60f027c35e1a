import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { refused } from '#contract/shared/refusals.shop.ts'
import { followChangeEvents } from '#server/platform/db/change-events.ts'
import { checkBooks } from '#tools/check/check.ts'
import { samplePayments } from '#server/testing/samples/sample-payments.ts'
import {
  sampleContact,
  type TestHolder,
  type TestShop,
  testShop,
} from '#server/testing/test-shop.ts'
import { listen } from '#server/platform/db/driver/listen.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(async () => {
  const { findings } = await checkBooks(shop.sql)
  await shop.stop()
  expect(findings).toEqual([])
})

const eight = Array.from({ length: 8 }, (_, index) => index)

async function holderWith(spliId: string, quantity = 1, points = 20) {
  const holder = await shop.holder({ points })
  await holder.done('changeCart', { spli_id: spliId, quantity })
  await holder.done('saveAddress', sampleContact)
  return holder
}

const { holderDueTenEuros, payment, choose, pay } = samplePayments(() => shop)
const order = (holder: TestHolder) => holder.call('convertCart', { payment_method: 'FC' })

describe('an order with points', () => {
  it('contains the lines of the cart, and empties the cart (PAY-4)', async () => {
    const gift = await shop.gift({ points: 4, inStock: 10 })
    const holder = await holderWith(gift.spliId, 3)
    const { response } = await holder.done('convertCart', {
      payment_method: 'FC',
      cart_guid: holder.cartGuid,
    })

    expect(response.shoppingcart).toMatchObject({ available_points: 8, number_of_products: 0 })
    const placed = await holder.done('order', { order_number: response.order_number })
    expect(placed.response).toMatchObject({
      state: 'placed',
      total_points: 12,
      points_paid: 12,
      cents_paid: 0,
      payment_method: 'FC',
      items: [{ spli_id: gift.spliId, quantity: 3, points: 4 }],
    })
    const orderedCart = await holder.done('readCart', { cart_guid: holder.cartGuid })
    expect(orderedCart.response.order_number).toBe(response.order_number)
    const nextCart = await holder.done('readCart', {})
    expect(nextCart.response.cart_guid).toBe(response.shoppingcart.cart_guid)
    expect(nextCart.response.shopping_cart_items).toEqual([])
    const [stock] = await shop.sql`select on_hand, reserved from stock where sku = ${gift.sku}`
    expect(stock).toEqual({ on_hand: 7, reserved: 0 })
  })

  it('is announced to other processes after the commit, not within the transaction, where all orders would wait (speed)', async () => {
    const gift = await shop.gift({ points: 4, inStock: 6 })
    const holder = await holderWith(gift.spliId, 1)
    const notices: string[] = []
    let resolveAnnouncement = () => {}
    const announced = new Promise<void>((done) => (resolveAnnouncement = done))
    const listener = await listen(shop.sql, 'change_event', (notice) => {
      notices.push(notice)
      if (notice === '') resolveAnnouncement()
    })
    const other = await followChangeEvents(shop.sql, shop.shop.log)
    const events: string[] = []
    other.on('voucher', (subject) => events.push(`voucher ${subject}`))
    other.on('stock', (subject) => events.push(`stock ${subject}`))

    await holder.done('convertCart', { payment_method: 'FC' })
    await announced
    await other.poll()
    expect(notices.filter((notice) => notice !== '')).toEqual([])
    expect(events.toSorted()).toEqual([`stock ${gift.sku}`, `voucher ${holder.voucherId}`])
    await other.stop()
    listener.close()
  })

  it('has the language of its request, or else of its cart', async () => {
    const gift = await shop.gift({ points: 4 })
    const languageOf = async (language?: 'fr') => {
      const holder = await holderWith(gift.spliId)
      await shop.sql`update cart set language = 'de' where guid = ${holder.cartGuid}`
      const input = { payment_method: 'FC', ...(language ? { language } : {}) } as const
      const { response } = await holder.done('convertCart', input)
      const [row] = await shop.sql`
        select orders.language, mail.language as mail from orders join mail on subject_id = number
        where number = ${response.order_number}`
      return row
    }
    expect(await languageOf('fr')).toEqual({ language: 'fr', mail: 'fr' })
    expect(await languageOf()).toEqual({ language: 'de', mail: 'de' })
  })

  it('is created once for several requests at once (PAY-5)', async () => {
    const gift = await shop.gift({ points: 5, inStock: 100 })
    const holder = await holderWith(gift.spliId)
    const input = { payment_method: 'FC' as const, cart_guid: holder.cartGuid }
    const answers = await Promise.all(eight.map(() => holder.done('convertCart', input)))

    expect(new Set(answers.map(({ response }) => response.order_number)).size).toBe(1)
    expect((await holder.done('orders', {})).response).toHaveLength(1)
    const [{ debits } = { debits: 0 }] = await shop.sql<{ debits: number }[]>`
      select count(*)::integer as debits from ledger where voucher_id = ${holder.voucherId} and kind = 'capture'`
    expect(debits).toBe(1)
    const [{ mails } = { mails: 0 }] = await shop.sql<{ mails: number }[]>`
      select count(*)::integer as mails from mail where subject_id = ${answers[0]?.response.order_number ?? ''}`
    expect(mails).toBe(1)
  })

  it('sells the last unit once to several holders at once (PAY-5)', async () => {
    const gift = await shop.gift({ points: 5, inStock: 1 })
    const holders = await Promise.all(eight.map(() => holderWith(gift.spliId)))
    const answers = await Promise.all(holders.map(order))

    expect(answers.filter((answer) => !refused(answer))).toHaveLength(1)
    expect(answers.filter((answer) => refused(answer, 'sold-out'))).toHaveLength(7)
    const [stock] = await shop.sql`select on_hand from stock where sku = ${gift.sku}`
    expect(stock).toEqual({ on_hand: 0 })
  })

  it('takes all units of all lines from stock, also if two lines contain the same gift (PAY-5)', async () => {
    const [twoLines, oneLine] = [
      await shop.gift({ points: 1, inStock: 9 }),
      await shop.gift({ points: 1, inStock: 9 }),
    ]
    const holder = await holderWith(twoLines.spliId, 2)
    for (const [spli_id, quantity] of [
      [twoLines.spliId, 3],
      [oneLine.spliId, 4],
    ] as const) {
      await holder.done('changeCart', { spli_id, quantity, force_new_line: true })
    }
    expect(refused(await order(holder))).toBe(false)
    const stock = await shop.sql`
      select on_hand from stock where sku in (${twoLines.sku}, ${oneLine.sku}) order by on_hand`
    expect(stock.map(({ on_hand }) => on_hand as number)).toEqual([4, 5])
  })

  it('sells the last units of two gifts to carts with either order of lines, without a deadlock', async () => {
    const vase = await shop.gift({ points: 2, inStock: 4 })
    const bowl = await shop.gift({ points: 2, inStock: 4 })
    const holders = await Promise.all(
      eight.map(async (index) => {
        const [first, second] = index % 2 ? [vase, bowl] : [bowl, vase]
        const holder = await holderWith(first.spliId)
        await holder.done('changeCart', { spli_id: second.spliId, quantity: 1 })
        return holder
      }),
    )
    const answers = await Promise.all(holders.map(order))
    expect(answers.filter((answer) => !refused(answer))).toHaveLength(4)
    expect(answers.filter((answer) => refused(answer, 'sold-out'))).toHaveLength(4)
  })

  it('spends the last points of a voucher once, from eight devices (PAY-5)', async () => {
    const gift = await shop.gift({ points: 20, inStock: 50 })
    const holder = await holderWith(gift.spliId)
    const devices = await Promise.all(eight.map(() => shop.logIn(holder.code)))
    // Each device orders its cart and, if it gets a new one, tries to fill and order that too.
    const tries = await Promise.all(
      devices.map(async (device) => {
        const first = await order(device)
        await device.call('changeCart', { spli_id: gift.spliId, quantity: 1 })
        await device.call('saveAddress', sampleContact)
        return [first, await order(device)]
      }),
    )
    const numbers = new Set(
      tries.flat().flatMap((answer) => (refused(answer) ? [] : answer.response.order_number)),
    )
    expect(numbers.size).toBe(1)
    const [balance] =
      await shop.sql`select available, spent from voucher_balance where voucher_id = ${holder.voucherId}`
    expect(balance).toEqual({ available: 0, spent: 20 })
  })

  it('locks the balance before the cart, like all other writes (PAY-5)', async () => {
    const gift = await shop.gift({ points: 5 })
    const holder = await holderWith(gift.spliId)
    const { ordered } = await shop.sql.begin(async (sql) => {
      await sql`select from voucher_balance where voucher_id = ${holder.voucherId} for update`
      const ordered = order(holder)
      await vi.waitFor(
        async () => {
          const [row] = await shop.sql<{ found: number }[]>`
            select count(*)::integer as found from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`
          expect(row?.found).toBe(1)
        },
        { timeout: 30_000, interval: 5 },
      )
      // A transaction that held the cart and waited for the balance would deadlock with this one.
      await sql`select from cart where guid = ${holder.cartGuid} for update nowait`
      return { ordered }
    })
    expect(refused(await ordered)).toBe(false)
  })

  it('reads price and offer again, and is refused after a change until the holder changes the cart (PAY-5)', async () => {
    const gift = await shop.gift({ points: 5, inStock: 5 })
    const holder = await holderWith(gift.spliId)
    await shop.sql`update offer set points = 7 where spli_id = ${gift.spliId}`
    expect(await order(holder)).toMatchObject({
      refused: 'points-changed',
      problems: [{ code: 'points-changed', spli_id: gift.spliId }],
    })
    const cart = (await holder.done('readCart', {})).response
    await holder.done('changeCart', {
      shopping_cart_item: cart.shopping_cart_items[0]?.id ?? '',
      quantity: 1,
    })
    await shop.sql`update offer set active = false where spli_id = ${gift.spliId}`
    expect(await order(holder)).toMatchObject({ refused: 'no-longer-offered' })
    await shop.sql`update offer set active = true where spli_id = ${gift.spliId}`
    expect(refused(await order(holder))).toBe(false)
  })

  it('is refused without a name, without an address and for an empty cart', async () => {
    const gift = await shop.gift({ points: 5 })
    const holder = await shop.holder()
    expect(await order(holder)).toMatchObject({ refused: 'cart-empty' })
    await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
    expect(await order(holder)).toMatchObject({ refused: 'personal-data-missing' })
    const { contact_email, contact_first_name, contact_surname } = sampleContact
    await holder.done('saveAddress', { contact_email, contact_first_name, contact_surname })
    expect(await order(holder)).toMatchObject({ refused: 'delivery-missing' })
  })

  it('is refused with FC when euros are due, and with MOL when none are (PAY-4)', async () => {
    const gift = await shop.gift({ points: 5 })
    const holderDueEuros = await holderWith(gift.spliId, 1, 4)
    expect(await order(holderDueEuros)).toMatchObject({ refused: 'not-paid' })
    const holderWithPoints = await holderWith(gift.spliId)
    expect(await holderWithPoints.call('convertCart', { payment_method: 'MOL' })).toMatchObject({
      refused: 'nothing-to-pay',
    })
  })

  it('releases the payment in progress once points cover the total (PAY-5)', async () => {
    const gift = await shop.gift({ points: 5, inStock: 3 })
    const holder = await holderWith(gift.spliId, 1, 3)
    const { id } = await holder.done('createPayment', {
      amount: '10.00',
      cancelUrl: `${shop.url}/checkout`,
      redirectUrl: `${shop.url}/confirmation`,
    })
    await shop.sql`
      insert into ledger (voucher_id, kind, points) values (${holder.voucherId}, 'grant', 2)`
    const { response } = await holder.done('convertCart', { payment_method: 'FC' })
    const placed = (await holder.done('order', { order_number: response.order_number })).response
    expect(placed).toMatchObject({ points_paid: 5, cents_paid: 0, payment_method: 'FC' })
    const [stock] = await shop.sql`select on_hand, reserved from stock where sku = ${gift.sku}`
    expect(stock).toEqual({ on_hand: 2, reserved: 0 })

    await shop.shop.jobs.drain()
    const [closed] = await shop.sql`
      select outcome, sandbox.state from payment join sandbox_payment sandbox using (id) where id = ${id}`
    expect(closed).toEqual({ outcome: 'released', state: 'canceled' })
  })

  it('is refused after the voucher expired or was blocked', async () => {
    const gift = await shop.gift({ points: 5 })
    const holder = await holderWith(gift.spliId)
    // Without change events, as at the moment of the change.
    await shop.sql`alter table voucher disable trigger voucher_change_event`
    await shop.sql`update voucher set blocked_at = now() where id = ${holder.voucherId}`
    expect(await order(holder)).toMatchObject({ refused: 'voucher-blocked' })
    await shop.sql`
      update voucher set blocked_at = null, valid_from = '-infinity', valid_until = ${shop.clock.now()}
      where id = ${holder.voucherId}`
    expect(await order(holder)).toMatchObject({ refused: 'voucher-expired' })
    await shop.sql`alter table voucher enable trigger voucher_change_event`
  })
})

describe('a repeated request without the name of a cart', () => {
  it('returns the order of the first request, to eight requests at once (PAY-5)', async () => {
    const gift = await shop.gift({ points: 5, inStock: 100 })
    const holder = await holderWith(gift.spliId)
    const answers = await Promise.all(
      eight.map(() => holder.done('convertCart', { payment_method: 'FC' })),
    )
    expect(new Set(answers.map(({ response }) => response.order_number)).size).toBe(1)
    expect((await holder.done('orders', {})).response).toHaveLength(1)
  })

  it('returns the order that the webhook created (PAY-5)', async () => {
    const { holder } = await holderDueTenEuros()
    const { id } = await payment(holder)
    await choose(id, 'paid')
    const { response } = await holder.done('convertCart', { payment_method: 'MOL' })
    const repeated = await holder.done('convertCart', { payment_method: 'MOL' })
    expect(repeated.response.order_number).toBe(response.order_number)
    const [placed] = (await holder.done('orders', {})).response
    expect(placed).toMatchObject({ order_number: response.order_number, cents_paid: 1000 })
    // The order was paid by card, so a request to pay with points is not its repeat.
    expect(await order(holder)).toMatchObject({ refused: 'cart-empty' })
  })

  it('applies to the next cart after that cart was changed or named', async () => {
    const gift = await shop.gift({ points: 5, inStock: 100 })
    const holder = await holderWith(gift.spliId)
    const first = (await holder.done('convertCart', { payment_method: 'FC' })).response
    const named = { payment_method: 'FC' as const, cart_guid: first.shoppingcart.cart_guid }
    expect(await holder.call('convertCart', named)).toMatchObject({ refused: 'cart-empty' })

    await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
    await holder.done('saveAddress', sampleContact)
    const second = (await holder.done('convertCart', { payment_method: 'FC' })).response
    expect(second.order_number).not.toBe(first.order_number)

    await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
    await holder.done('changeCart', { spli_id: gift.spliId, quantity: 0 })
    expect(await order(holder)).toMatchObject({ refused: 'cart-empty' })
  })

  it('reports that the payment was refunded, also when the cart was emptied meanwhile (PAY-5)', async () => {
    const { holder, gift } = await holderDueTenEuros()
    const { id } = await payment(holder)
    await holder.done('changeCart', { spli_id: gift.spliId, quantity: 0 })
    await pay(id)
    expect(await holder.call('convertCart', { payment_method: 'MOL' })).toMatchObject({
      refused: 'refunded',
    })
  })

  it('does not return a cancelled order', async () => {
    const gift = await shop.gift({ points: 5, inStock: 100 })
    const holder = await holderWith(gift.spliId)
    const { response } = await holder.done('convertCart', { payment_method: 'FC' })
    await shop.sql`update orders set state = 'cancelled' where number = ${response.order_number}`
    const repeated = await order(holder)
    await shop.sql`update orders set state = 'placed' where number = ${response.order_number}`
    expect(repeated).toMatchObject({ refused: 'cart-empty' })
  })
})

describe('rules A, B and C when an order is placed (CART-4)', () => {
  it('A: all points must be spent on channels with this rule', async () => {
    const holder = await shop.holder({ channel: '2002', points: 10 })
    const gift = await shop.gift({ channel: '2002', points: 4, delivery: 'monta' })
    await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
    await holder.done('saveAddress', sampleContact)
    expect(await order(holder)).toMatchObject({
      refused: 'use-all-points',
      message: 'messageUseAllPoints',
      problems: [{ code: 'use-all-points', points: 6 }],
    })
  })

  it('B: no more than the voucher on channels without card payments', async () => {
    const holder = await shop.holder({ channel: '2001', points: 3 })
    const gift = await shop.gift({ channel: '2001', points: 4 })
    await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
    await holder.done('saveAddress', sampleContact)
    expect(await order(holder)).toMatchObject({
      refused: 'points-limit-exceeded',
      message: 'messagePointsLimitExceeded',
    })
  })

  it('C: on channel 1014 at most two points above the voucher', async () => {
    const gift = await shop.gift({ points: 9 })
    const holder = await holderWith(gift.spliId, 1, 6)
    const { response } = await holder.done('readCart', {})
    expect(response.problems).toMatchObject([{ code: 'points-limit-exceeded', points: 1 }])
    expect(
      await holder.call('createPayment', {
        amount: '15.00',
        cancelUrl: `${shop.url}/checkout`,
        redirectUrl: `${shop.url}/confirmation`,
      }),
    ).toMatchObject({ refused: 'points-limit-exceeded' })
  })

  it('C: the channel of the rule is a setting', async () => {
    const other = await testShop({
      database: shop.database,
      environment: { GIFTPOINT_RULE_C_CHANNEL: '9999' },
    })
    const gift = await shop.gift({ points: 9 })
    await other.shop.changeEvents.poll()
    const holder = await other.logIn((await shop.holder({ points: 6 })).code)
    await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
    expect((await holder.done('readCart', {})).response.problems).toEqual([])
    await other.stop()
  })
})

describe('the ledger', () => {
  it('is append-only: the database refuses to change or delete an entry', async () => {
    for (const attempt of [
      shop.sql`update ledger set points = points + 1`,
      shop.sql`delete from ledger`,
      shop.sql`truncate ledger cascade`,
    ]) {
      await expect(attempt).rejects.toThrow(/append-only/)
    }
  })

  it('never lets a balance go below zero, whichever code writes the entry', async () => {
    const { voucherId } = await shop.holder({ points: 3 })
    await expect(
      shop.sql`insert into ledger (voucher_id, kind, points) values (${voucherId}, 'reserve', 4)`,
    ).rejects.toThrow(/violates check constraint/)
  })

  it('checks all entries of one statement in one pass, and each entry against the rules (speed)', async () => {
    const { voucherId } = await shop.holder({ points: 12 })
    const { voucherId: otherVoucherId } = await shop.holder({ points: 8 })
    await shop.sql
      .begin(async (sql) => {
        const [before] = await sql<{ touched: number }[]>`
          select n_tup_upd as touched from pg_stat_xact_user_tables where relname = 'voucher_balance'`
        const [spent] = await sql<{ capture_id: number }[]>`
          select capture_id from spend_points(${voucherId}, 4, null, null, now())`
        const [balance] = await sql`
          select reserved, spent, available,
            (select n_tup_upd - ${before?.touched ?? 0} from pg_stat_xact_user_tables where relname = 'voucher_balance') as touched
          from voucher_balance where voucher_id = ${voucherId}`
        expect(balance).toEqual({ reserved: 0, spent: 4, available: 8, touched: 1 })

        await sql`select from spend_points(${voucherId}, 2, null, null, now())`
        const [reserved] = await sql<{ id: number }[]>`
          insert into ledger (voucher_id, kind, points) values (${voucherId}, 'reserve', 2) returning id`
        const reservation = reserved?.id ?? 0
        const capture = spent?.capture_id ?? 0
        const expectRefused = async (entries: unknown[][], why: RegExp) => {
          const written = sql.savepoint((sql) => {
            const rows = entries.map(([voucher_id, kind, points, ends_id]) => ({
              voucher_id: voucher_id as number,
              kind: kind as string,
              points: points as number,
              ends_id: ends_id as number | null,
            }))
            return sql`insert into ledger ${sql(rows)}`
          })
          await expect(written).rejects.toThrow(why)
        }
        const validEntry = [voucherId, 'reserve', 1, null]
        await expectRefused([validEntry, [voucherId, 'capture', 1, reservation]], /the whole of/)
        await expectRefused(
          [validEntry, [otherVoucherId, 'release', 2, reservation]],
          /another voucher/,
        )
        await expectRefused([validEntry, [voucherId, 'refund', 1, reservation]], /only a capture/)
        await expectRefused(
          [validEntry, [voucherId, 'refund', 3, capture], [voucherId, 'refund', 2, capture]],
          /more refunded/,
        )
        await expectRefused([validEntry, [otherVoucherId, 'reserve', 9, null]], /check constraint/)
        throw new Error('rolled back')
      })
      .catch((error: unknown) => expect(String(error)).toMatch('rolled back'))
  })

  it('ends a reservation once, and refunds no more points than were spent', async () => {
    const { voucherId } = await shop.holder({ points: 8 })
    const entry = async (kind: string, points: number, ends: number | null) => {
      const [row] = await shop.sql<{ id: number }[]>`
        insert into ledger (voucher_id, kind, points, ends_id) values (${voucherId}, ${kind}, ${points}, ${ends}) returning id`
      return row?.id ?? 0
    }
    const reservation = await entry('reserve', 4, null)
    const capture = await entry('capture', 4, reservation)
    // Without this reservation, the balance would refuse the entry instead of the rule.
    const other = await entry('reserve', 4, null)
    await expect(entry('release', 4, reservation)).rejects.toThrow(/ledger_resolved_once/)
    await entry('capture', 4, other)
    const refunds = await Promise.allSettled(eight.map(() => entry('refund', 1, capture)))
    expect(refunds.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    // Entries of a voucher without orders: removed, so that the final bookkeeping check does not find them.
    await shop.sql`alter table ledger disable trigger user`
    await shop.sql`delete from ledger where voucher_id = ${voucherId} and kind <> 'grant'`
    await shop.sql`alter table ledger enable trigger user`
    await shop.sql`update voucher_balance set spent = 0, reserved = 0 where voucher_id = ${voucherId}`
  })
})
