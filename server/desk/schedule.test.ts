import { afterAll, beforeAll, expect, it } from 'vitest'

import { headerText, releaseDesk, shownText } from '#server/testing/release-desk.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

const release = async (id: string) =>
  (
    await shop.sql`
      select state, from_at, until_at, notes from release where id = ${id}`
  )[0]

/** Moves the clock to a moment of the future, and does what is due then. */
async function at(moment: string) {
  shop.clock.advance(Date.parse(moment) - shop.clock.now().getTime())
  await shop.shop.jobs.drain({ evenLater: true })
  await shop.shop.news.poll()
}

it('comes due by the clocks of its channel, across their change, and its end puts back what was (DESK-19)', async () => {
  shop.clock.halt()
  const desk = await releaseDesk(shop, 'editor')
  const key = headerText('easter')
  await desk.write('As it is', key, 'Zoals altijd')
  const id = await desk.draft('Easter')
  await desk.put(id, { key, after: { value: 'Pasen' } })
  const left = headerText('changedMeanwhile')
  await desk.put(id, { key: left, base_version: 0, after: { value: 'Paasei' } })
  const past = await desk.publish(id, { from: '2020-01-01T07:00' })
  expect(past.body).toMatchObject({ error: { code: 'moment-past' } })
  // The night from 27 to 28 March 2027 has no half past two.
  const scheduled = await desk.publish(id, { from: '2027-03-27T07:00', until: '2027-03-28T07:00' })
  expect(scheduled.body).toMatchObject({
    release: {
      state: 'scheduled',
      from: '2027-03-27T06:00:00.000Z',
      until: '2027-03-28T05:00:00.000Z',
      time_zone: 'Europe/Amsterdam',
    },
  })
  const { body } = await desk.tell<{ items: { id: string; ends: unknown; from: string }[] }>(
    'GET',
    '/releases?state=scheduled',
  )
  expect(body.items.map(({ ends, from }) => ({ ends, from }))).toEqual([
    { ends: { id, name: 'Easter' }, from: '2027-03-28T05:00:00.000Z' },
    { ends: null, from: '2027-03-27T06:00:00.000Z' },
  ])

  await at('2027-03-27T05:59:59Z')
  expect(await shownText(shop, key)).toBe('Zoals altijd')
  await at('2027-03-27T06:00:00Z')
  expect([await shownText(shop, key), await shownText(shop, left)]).toEqual(['Pasen', 'Paasei'])
  await desk.guest.signIn()
  const after = await desk.write('Meanwhile', left, 'Van een ander')

  await at('2027-03-28T04:59:59Z')
  expect(await shownText(shop, key)).toBe('Pasen')
  await at('2027-03-28T05:00:00Z')
  expect([await shownText(shop, key), await shownText(shop, left)]).toEqual([
    'Zoals altijd',
    'Van een ander',
  ])
  expect(await release(id)).toMatchObject({ state: 'ended' })
  const end = await shop.sql<{ notes: { left: unknown[] } }[]>`
    select notes from release where ends_id = ${id}`
  expect(end[0]?.notes.left).toMatchObject([
    { subject: '1014 headercomponents nl text changedMeanwhile', release: { id: after } },
  ])
  const lines = await shop.sql<{ actor: string; action: string }[]>`
    select actor, action from audit where actor = 'shop' order by id`
  expect(lines.map(({ action }) => action)).toEqual(['release.published', 'release.published'])
})

it('comes due after the process was down at the moment itself, its beginning before its end (DESK-19)', async () => {
  const desk = await releaseDesk(shop)
  const key = headerText('shortOffer')
  const both = await desk.draft('Over before it was seen')
  await desk.put(both, { key, base_version: 0, after: { value: 'Even' } })
  await desk.publish(both, { from: '2027-06-01T07:00', until: '2027-06-02T07:00' })
  const late = headerText('lateOffer')
  const one = await desk.draft('Late')
  await desk.put(one, { key: late, base_version: 0, after: { value: 'Laat' } })
  await desk.publish(one, { from: '2027-06-01T07:00' })
  // Whichever of both is taken first.
  await shop.sql`update pgboss.job set start_after = '2020-01-01' where name = 'publish-release' and state < 'active'
    and data = ${shop.sql.json({ id: Number(both) + 1 })}`

  const again = await testShop({
    database: shop.database,
    ports: { clock: { now: () => new Date('2027-06-05T12:00:00Z') } },
  })
  try {
    await again.shop.jobs.drain({ evenLater: true })
    expect(await shownText(again, late)).toBe('Laat')
    expect(await shownText(again, key)).toBeUndefined()
    expect(await release(both)).toMatchObject({ state: 'ended' })
    const [versions] =
      await shop.sql`select count(*) from content_version where key ->> 'key' = 'shortOffer'`
    expect(versions).toEqual({ count: 2 })
  } finally {
    await again.stop()
  }
})

it('stops before what somebody else published since, and is a draft again when it is taken back (DESK-19)', async () => {
  const desk = await releaseDesk(shop)
  const key = headerText('contested')
  await desk.write('First', key, 'Eerst')
  const id = await desk.draft('Later')
  await desk.put(id, { key, after: { value: 'Later' } })
  await desk.put(id, { key: headerText('besideIt'), after: { value: 'Ernaast' } })
  await desk.publish(id, { from: '2027-09-01T07:00', until: '2027-09-02T07:00' })
  expect((await desk.tell('DELETE', `/releases/${id}/schedule`)).body).toMatchObject({
    state: 'draft',
    from: null,
    until: null,
  })
  await at('2027-09-01T12:00:00Z')
  expect(await shownText(shop, key)).toBe('Eerst')

  await desk.guest.signIn()
  await desk.publish(id, { from: '2027-09-03T07:00', until: '2027-09-04T07:00' })
  await desk.write('Between', key, 'Tussendoor')
  await at('2027-09-03T12:00:00Z')
  expect(await shownText(shop, key)).toBe('Tussendoor')
  expect(await shownText(shop, headerText('besideIt'))).toBeUndefined()
  expect(await release(id)).toMatchObject({
    state: 'stopped',
    notes: { stopped: 'Changed since by The owner: 1014 headercomponents nl text contested.' },
  })
  await at('2027-09-05T12:00:00Z')
  expect(await shownText(shop, key)).toBe('Tussendoor')
  await desk.guest.signIn()
  expect((await desk.publish(id)).status).toBe(409)
  await desk.put(id, { key, after: { value: 'Later' } })
  expect((await desk.publish(id, { until: '2027-09-07T07:00' })).status).toBe(200)
  // An end can be called off, and what is live stays.
  expect((await desk.tell('DELETE', `/releases/${id}/schedule`)).body).toMatchObject({
    state: 'live',
    until: null,
  })
  await at('2027-09-08T12:00:00Z')
  expect(await shownText(shop, key)).toBe('Later')
})

it('asks whose clocks are meant where its channels keep different ones (DESK-19)', async () => {
  const desk = await releaseDesk(shop)
  await shop.sql`update channel set time_zone = 'America/New_York' where id = '2001'`
  const id = await desk.draft('Both')
  await desk.put(id, { key: headerText('there'), after: { value: 'Hier' } })
  await desk.put(id, { key: headerText('there', 'nl', '2001'), after: { value: 'Daar' } })
  expect((await desk.publish(id, { from: '2027-12-01T07:00' })).body).toMatchObject({
    error: { code: 'zones-differ' },
  })
  const how = { from: '2027-12-01T07:00', time_zone: 'America/New_York' }
  expect((await desk.publish(id, how)).body).toMatchObject({
    release: { from: '2027-12-01T12:00:00.000Z' },
  })
})
