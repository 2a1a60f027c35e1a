import { afterAll, beforeAll, expect, it } from 'vitest'

import type { StaffResponse } from '#contract/client.staff.ts'
import {
  headerText,
  releaseClient,
  type ReleaseClient,
  shownText,
} from '#server/testing/clients/release-client.ts'
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

/** Moves the clock forward to a moment and runs everything due by then. */
async function runUntil(moment: string) {
  shop.clock.advance(Date.parse(moment) - shop.clock.now().getTime())
  await shop.shop.jobs.drain({ includeScheduled: true })
  await shop.shop.changeEvents.poll()
}

it('publishes at the local time of the channel across a clock change, and restores the old text at the end (DESK-19)', async () => {
  shop.clock.halt()
  const backoffice = await releaseClient(shop, 'editor')
  const key = headerText('easter')
  await backoffice.write('As it is', key, 'Zoals altijd')
  const id = await backoffice.draft('Easter')
  await backoffice.putChange(id, { key, after: { value: 'Pasen' } })
  const left = headerText('changedMeanwhile')
  await backoffice.putChange(id, { key: left, base_version: 0, after: { value: 'Paasei' } })
  const past = await backoffice.publish(id, { from: '2020-01-01T07:00' })
  expect(past.body).toMatchObject({ error: { code: 'moment-past' } })
  for (const until of ['2020-01-01T07:00', '2027-03-27T07:00']) {
    const over = await backoffice.publish(id, { from: '2027-03-27T07:00', until })
    expect(over.body).toMatchObject({ error: { code: 'moment-past', field: 'until' } })
  }
  // The night from 27 to 28 March 2027 has no half past two.
  const scheduled = await backoffice.publish(id, {
    from: '2027-03-27T07:00',
    until: '2027-03-28T07:00',
  })
  expect(scheduled.body).toMatchObject({
    release: {
      state: 'scheduled',
      from: '2027-03-27T06:00:00.000Z',
      until: '2027-03-28T05:00:00.000Z',
      time_zone: 'Europe/Amsterdam',
    },
  })
  const { body } = await backoffice.request<{
    items: { id: string; ends: unknown; from: string }[]
  }>('GET', '/releases?state=scheduled')
  expect(body.items.map(({ ends, from }) => ({ ends, from }))).toEqual([
    { ends: { id, name: 'Easter' }, from: '2027-03-28T05:00:00.000Z' },
    { ends: null, from: '2027-03-27T06:00:00.000Z' },
  ])

  await runUntil('2027-03-27T05:59:59Z')
  expect(await shownText(shop, key)).toBe('Zoals altijd')
  await runUntil('2027-03-27T06:00:00Z')
  expect([await shownText(shop, key), await shownText(shop, left)]).toEqual(['Pasen', 'Paasei'])
  await backoffice.guest.signIn()
  const after = await backoffice.write('Meanwhile', left, 'Van een ander')

  await runUntil('2027-03-28T04:59:59Z')
  expect(await shownText(shop, key)).toBe('Pasen')
  await runUntil('2027-03-28T05:00:00Z')
  expect([await shownText(shop, key), await shownText(shop, left)]).toEqual([
    'Zoals altijd',
    'Van een ander',
  ])
  expect(await release(id)).toMatchObject({ state: 'ended' })
  // After the end, both the end and its release are ended.
  await backoffice.guest.signIn()
  const listed = async (state: string) =>
    (
      await backoffice.request<{ items: { name: string; state: string }[] }>(
        'GET',
        `/releases?state=${state}&search=Easter`,
      )
    ).body.items.map(({ name, state }) => `${name} ${state}`)
  expect(await listed('live')).toEqual([])
  expect(await listed('ended')).toEqual(['Easter ended', 'Easter ended'])
  const end = await shop.sql<{ notes: { left: unknown[] } }[]>`
    select notes from release where ends_id = ${id}`
  expect(end[0]?.notes.left).toMatchObject([
    { subject: '1014 headercomponents nl text changedMeanwhile', release: { id: after } },
  ])
  const lines = await shop.sql<{ actor: string; action: string }[]>`
    select actor, action from audit where actor = 'shop' order by id`
  expect(lines.map(({ action }) => action)).toEqual(['release.published', 'release.published'])
  // The colleague who scheduled the end is the author of what it restores.
  await backoffice.guest.signIn()
  const subject = '1014 headercomponents nl text easter'
  const { body: versions } = await backoffice.request<{ items: { by: unknown }[] }>(
    'GET',
    `/versions?channel=1014&kind=content&subject=${encodeURIComponent(subject)}`,
  )
  const by = { id: String(backoffice.guest.staffId), name: 'The editor' }
  expect(versions.items[0]).toMatchObject({ source: 'end', by })
  const stale = await backoffice.draft('Late')
  const put = await backoffice.putChange(stale, {
    key,
    base_version: 0,
    after: { value: 'Te laat' },
  })
  expect(put.body).toMatchObject({ conflicts: [{ by, release: { id, name: 'Easter' } }] })
})

it('never restores a text whose release has ended, in any order of ends and undos (DESK-19)', async () => {
  const backoffice = await releaseClient(shop)
  const [key, fresh] = [headerText('twoOffers'), headerText('twoFreshOffers')]
  await backoffice.write('Before both', key, 'Altijd')
  const offer = async (name: string, until?: string) => {
    await backoffice.guest.signIn()
    const id = await backoffice.draft(name)
    for (const text of [key, fresh])
      await backoffice.putChange(id, { key: text, after: { value: name } })
    expect((await backoffice.publish(id, until ? { until } : {})).status).toBe(200)
    return id
  }
  const shown = async () => [await shownText(shop, key), await shownText(shop, fresh)]
  await offer('Eerste', '2027-05-02T07:00')
  const second = await offer('Tweede', '2027-05-03T07:00')
  await runUntil('2027-05-02T12:00:00Z')
  expect(await shown()).toEqual(['Tweede', 'Tweede'])
  // The end shows the values that it will restore at its time.
  await backoffice.guest.signIn()
  const [end] = await shop.sql<{ id: string }[]>`select id from release where ends_id = ${second}`
  const { body } = await backoffice.request<{ changes: { after: { value: string } | null }[] }>(
    'GET',
    `/releases/${end?.id}`,
  )
  expect(body.changes.map(({ after }) => after?.value)).toEqual([undefined, 'Altijd'])
  await runUntil('2027-05-03T12:00:00Z')
  expect(await shown()).toEqual(['Altijd', undefined])

  // Undo of a release that was published over one that has ended, and of one published after an end.
  await offer('Derde', '2027-05-05T07:00')
  const above = await offer('Vierde')
  await runUntil('2027-05-05T12:00:00Z')
  expect(await shown()).toEqual(['Vierde', 'Vierde'])
  await backoffice.guest.signIn()
  expect((await backoffice.request('POST', `/releases/${above}/undo`)).status).toBe(200)
  await shop.shop.changeEvents.poll()
  expect(await shown()).toEqual(['Altijd', undefined])

  await offer('Buiten', '2027-05-09T07:00')
  await offer('Binnen', '2027-05-08T07:00')
  await runUntil('2027-05-08T12:00:00Z')
  expect(await shown()).toEqual(['Buiten', 'Buiten'])
  const last = await offer('Laatste', '2027-05-10T07:00')
  await runUntil('2027-05-09T12:00:00Z')
  expect(await shown()).toEqual(['Laatste', 'Laatste'])
  await runUntil('2027-05-10T12:00:00Z')
  expect(await shown()).toEqual(['Altijd', undefined])
  expect(await release(last)).toMatchObject({ state: 'ended' })
})

it('publishes releases that became due while the process was down, each start before its end (DESK-19)', async () => {
  const backoffice = await releaseClient(shop)
  const key = headerText('shortOffer')
  const both = await backoffice.draft('Over before it was seen')
  await backoffice.putChange(both, { key, base_version: 0, after: { value: 'Even' } })
  await backoffice.publish(both, { from: '2027-06-01T07:00', until: '2027-06-02T07:00' })
  const late = headerText('lateOffer')
  const one = await backoffice.draft('Late')
  await backoffice.putChange(one, { key: late, base_version: 0, after: { value: 'Laat' } })
  await backoffice.publish(one, { from: '2027-06-01T07:00' })
  // The job of the end runs before the job of the start.
  await shop.sql`update job set start_after = '2020-01-01' where name = 'publish-release'
    and data = ${shop.sql.json({ id: Number(both) + 1 })}`

  const again = await testShop({
    database: shop.database,
    ports: { clock: { now: () => new Date('2027-06-05T12:00:00Z') } },
  })
  try {
    await again.shop.jobs.drain({ includeScheduled: true })
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

it('stops a scheduled release when its text was changed since, and returns it to draft when unscheduled (DESK-19)', async () => {
  const backoffice = await releaseClient(shop)
  const key = headerText('contested')
  await backoffice.write('First', key, 'Eerst')
  const id = await backoffice.draft('Later')
  await backoffice.putChange(id, { key, after: { value: 'Later' } })
  await backoffice.putChange(id, { key: headerText('besideIt'), after: { value: 'Ernaast' } })
  await backoffice.publish(id, { from: '2027-09-01T07:00', until: '2027-09-02T07:00' })
  expect((await backoffice.request('DELETE', `/releases/${id}/schedule`)).body).toMatchObject({
    state: 'draft',
    from: null,
    until: null,
  })
  await runUntil('2027-09-01T12:00:00Z')
  expect(await shownText(shop, key)).toBe('Eerst')

  await backoffice.guest.signIn()
  await backoffice.publish(id, { from: '2027-09-03T07:00', until: '2027-09-04T07:00' })
  await backoffice.write('Between', key, 'Tussendoor')
  await runUntil('2027-09-03T12:00:00Z')
  expect(await shownText(shop, key)).toBe('Tussendoor')
  expect(await shownText(shop, headerText('besideIt'))).toBeUndefined()
  expect(await release(id)).toMatchObject({
    state: 'stopped',
    notes: { stopped: 'Changed since by The owner: 1014 headercomponents nl text contested.' },
  })
  await runUntil('2027-09-05T12:00:00Z')
  expect(await shownText(shop, key)).toBe('Tussendoor')
  await backoffice.guest.signIn()
  expect((await backoffice.publish(id)).status).toBe(409)
  // Reported at once, not on the day itself, when nobody is there to resolve it.
  expect((await backoffice.publish(id, { from: '2027-09-06T07:00' })).body).toMatchObject({
    error: { code: 'changed-since' },
  })
  await backoffice.putChange(id, { key, after: { value: 'Later' } })
  expect((await backoffice.publish(id, { until: '2027-09-07T07:00' })).status).toBe(200)
  // An end can be cancelled, and the live values stay.
  expect((await backoffice.request('DELETE', `/releases/${id}/schedule`)).body).toMatchObject({
    state: 'live',
    until: null,
  })
  await runUntil('2027-09-08T12:00:00Z')
  expect(await shownText(shop, key)).toBe('Later')

  // A release that is undone at once has no end any more.
  await backoffice.guest.signIn()
  const brief = await backoffice.draft('Brief')
  await backoffice.putChange(brief, { key, after: { value: 'Kort' } })
  await backoffice.publish(brief, { until: '2027-09-10T07:00' })
  expect((await backoffice.request('POST', `/releases/${brief}/undo`)).status).toBe(200)
  const waiting = await backoffice.request<{ items: object[] }>('GET', '/releases?state=scheduled')
  expect(waiting.body.items).toEqual([])
})

it('names the releases planned for the same texts at the same time, and schedules anyway on request (DESK-19)', async () => {
  const backoffice = await releaseClient(shop)
  const [key, other] = [headerText('twiceplanned'), headerText('plannedonce')]
  await backoffice.write('As it is', key, 'Zoals altijd')
  const plan = async (name: string, value: string, when: object, more = {}) => {
    const id = await backoffice.draft(name)
    await backoffice.putChange(id, { key, after: { value } })
    await backoffice.putChange(id, { key: other, base_version: 0, after: { value: name } })
    return { id, response: await backoffice.publish(id, { ...when, ...more }) }
  }
  const noon = (day: number) => `2027-10-0${day}T12:00`
  const sale = await plan('Sale', 'Uitverkoop', { from: noon(3), until: noon(5) })
  expect(sale.response.status).toBe(200)
  const warned = {
    error: { code: 'overlaps' },
    stands: [
      {
        release: { id: sale.id, name: 'Sale' },
        from: '2027-10-03T10:00:00.000Z',
        until: '2027-10-05T10:00:00.000Z',
        things: [{ subject: '1014 headercomponents nl text plannedonce' }, {}],
        count: 2,
      },
    ],
  }
  // Periods within the other one, around it, across its end, and without an end.
  for (const when of [
    { from: noon(4), until: '2027-10-04T18:00' },
    { from: noon(1), until: noon(6) },
    { from: '2027-10-05T11:59', until: noon(6) },
    { from: noon(1) },
  ]) {
    const { response } = await plan('Other', 'Iets anders', when)
    expect([response.status, response.body]).toMatchObject([409, warned])
  }
  // Adjacent periods do not conflict, nor does a release with the same value.
  const before = await plan('Before', 'Ervoor', { from: noon(1), until: noon(3) })
  const after = await plan('After', 'Erna', { from: noon(5), until: noon(6) })
  expect([before.response.status, after.response.status]).toEqual([200, 200])
  const same = await backoffice.draft('Same')
  await backoffice.putChange(same, { key, after: { value: 'Uitverkoop' } })
  expect(
    (await backoffice.publish(same, { from: noon(4), until: '2027-10-04T13:00' })).status,
  ).toBe(200)
  await backoffice.request('DELETE', `/releases/${same}/schedule`)
  // A colleague of only one of its channels learns that there is a conflict, but not with which release.
  const wide = await backoffice.draft('Wide')
  const elsewhere = headerText('elsewhere', 'nl', '2001')
  await backoffice.putChange(wide, { key: headerText('wide'), after: { value: 'Breed' } })
  await backoffice.putChange(wide, { key: elsewhere, after: { value: 'Elders' } })
  await backoffice.publish(wide, { from: noon(7) })
  const editor = await releaseClient(shop, 'editor', ['1014'])
  const theirs = await editor.draft('Theirs')
  await editor.putChange(theirs, { key: headerText('wide'), after: { value: 'Smal' } })
  expect((await editor.publish(theirs, { from: noon(8) })).body).toMatchObject({
    stands: [{ release: null, things: [], count: 1 }],
  })
  const anyway = await editor.publish(theirs, { from: noon(8), anyway: true })
  expect(anyway.body).toMatchObject({ release: { state: 'scheduled' } })
  // A draft shows planned releases in advance: published now, it would conflict with all later ones without being
  // refused.
  const plannedBeside = async (reader: ReleaseClient, draft: string) =>
    (await reader.request<StaffResponse<'release'>>('GET', `/releases/${draft}`)).body.planned
  expect(await plannedBeside(backoffice, same)).toMatchObject([
    { release: { id: before.id }, from: '2027-10-01T10:00:00.000Z', count: 1 },
    { release: { id: after.id }, until: '2027-10-06T10:00:00.000Z', things: [{}] },
  ])
  const small = await editor.draft('Small')
  await editor.putChange(small, { key: headerText('wide'), after: { value: 'Klein' } })
  expect(await plannedBeside(editor, small)).toMatchObject([
    { release: null, things: [], count: 1 },
    { release: { id: theirs } },
  ])
  expect(await plannedBeside(backoffice, sale.id)).toEqual([])

  // Each release starts when the one before it ends, though the later one was planned first.
  for (const [moment, shown] of [
    ['2027-10-01T10:00:00Z', 'Ervoor'],
    ['2027-10-03T10:00:00Z', 'Uitverkoop'],
    ['2027-10-05T10:00:00Z', 'Erna'],
    ['2027-10-06T10:00:00Z', 'Zoals altijd'],
  ] as const) {
    await runUntil(moment)
    expect([moment, await shownText(shop, key)]).toEqual([moment, shown])
  }
  // After a night without a process both are due: the earlier one is published first, in any order of the jobs.
  shop.clock.advance(Date.parse('2027-10-08T12:00:00Z') - shop.clock.now().getTime())
  await shop.sql`
    update job set start_after = now() where data ->> 'id' = ${theirs}`
  expect(await shop.shop.jobs.drain()).toBe(2)
  await runUntil('2027-10-08T12:00:00Z')
  expect(await release(wide)).toMatchObject({ state: 'live' })
  expect(await release(theirs)).toMatchObject({ state: 'stopped' })

  // A live release that ends earlier conflicts too; one that ends later does not.
  await backoffice.guest.signIn()
  const out = await backoffice.draft('Out')
  await backoffice.putChange(out, { key, after: { value: 'Buiten' } })
  await backoffice.publish(out, { until: '2027-11-05T12:00' })
  const late = await plan('Late', 'Laat', { from: '2027-11-06T12:00' })
  expect(late.response.body).toMatchObject({
    stands: [
      {
        release: { id: out, name: 'Out' },
        from: null,
        until: '2027-11-05T11:00:00.000Z',
        count: 1,
      },
    ],
  })
  expect((await backoffice.publish(late.id, { from: '2027-11-04T12:00' })).status).toBe(200)
})

it('refuses a skipped or too distant time at its field, and takes the first of two ambiguous times (DESK-19)', async () => {
  const backoffice = await releaseClient(shop)
  const id = await backoffice.draft('At odd hours')
  await backoffice.putChange(id, { key: headerText('oddHours'), after: { value: 'Ooit' } })
  const refusalOf = async (how: object) => {
    const { status, body } = await backoffice.publish(id, { time_zone: 'Europe/Amsterdam', ...how })
    const { error } = body as { error: { code: string; field: string } }
    return [status, error.code, error.field]
  }
  const far = '9999-12-31T00:00'
  expect(await refusalOf({ from: far })).toEqual([400, 'moment-far', 'from'])
  expect(await refusalOf({ until: far })).toEqual([400, 'moment-far', 'until'])
  expect(await refusalOf({ from: `${far}:00Z` })).toEqual([400, 'moment-far', 'from'])
  expect(await refusalOf({ from: '2027-02-30T10:00' })).toEqual([400, 'invalid-input', 'from'])
  const year = shop.clock.now().getFullYear() + 1
  const sunday = (month: number) => {
    const last = new Date(Date.UTC(year, month, 31))
    return last.getUTCDate() - last.getUTCDay()
  }
  const spring = `${year}-03-${sunday(2)}`
  expect(await refusalOf({ from: `${spring}T02:30` })).toEqual([400, 'moment-skipped', 'from'])
  expect(await refusalOf({ until: `${spring}T02:30` })).toEqual([400, 'moment-skipped', 'until'])
  const autumn = `${year}-10-${sunday(9)}`
  const twice = { from: `${autumn}T02:30`, time_zone: 'Europe/Amsterdam' }
  expect((await backoffice.publish(id, twice)).body).toMatchObject({
    release: { from: `${autumn}T00:30:00.000Z` },
  })
})

it('publishes an unreadable theme of an open channel only for an owner with a reason and an approval (DESK-19)', async () => {
  const [editor, owner] = [await releaseClient(shop, 'editor'), await releaseClient(shop)]
  const [row] = await shop.sql<{ version: number }[]>`
    update channel set state = 'open' where id = '1014'
    returning coalesce((field_versions ->> 'theme.heading')::bigint, 0) as version`
  const id = await editor.draft('Pale')
  await editor.putChange(id, {
    kind: 'channel',
    key: { channel: '1014', field: 'theme.heading' },
    base_version: row?.version,
    after: { value: '#f4f4f0' },
  })
  const pale = {
    error: { code: 'unreadable-look' },
    stands: expect.arrayContaining([
      expect.objectContaining({ channel: '1014', part: 'heading', state: 'rest' }),
    ]),
  }
  expect((await editor.publish(id)).body).toMatchObject(pale)
  expect((await owner.publish(id, { from: '2028-01-10T07:00' })).body).toMatchObject(pale)
  expect((await editor.publish(id, { override: true, reason: 'Ik wil het' })).status).toBe(403)
  expect((await owner.publish(id, { override: true })).body).toMatchObject({
    error: { code: 'reason-missing', field: 'reason' },
  })
  const atOnce = await editor.request('PUT', '/channels/1014/fields', {
    name: 'Pale',
    changes: [{ field: 'theme.heading', base_version: row?.version, after: { value: '#f4f4f0' } }],
  })
  expect(atOnce.body).toMatchObject(pale)
  const named = await owner.publish(id, { override: true, reason: 'Asked for by the employer' })
  expect(named.status).toBe(200)
  // The requester cannot approve: of eight approvals by the second colleague, one counts.
  const { approval, release: held } = named.body as { approval: string; release: { state: string } }
  expect(held.state).toBe('draft')
  expect((await owner.publish(id, { override: true, reason: 'Again' })).body).toMatchObject({
    error: { code: 'is-asked' },
  })
  const second = await releaseClient(shop)
  const yes = (backoffice: ReleaseClient) =>
    backoffice.request('POST', `/approvals/${approval}/approve`, { note: '' })
  expect((await yes(owner)).body).toMatchObject({ error: { code: 'second-person' } })
  const answers = await Promise.all(Array.from({ length: 8 }, () => yes(second)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  const [line] = await shop.sql`
    select after from audit where action = 'approval.approved' and subject_id = ${id}`
  expect(line?.['after']).toMatchObject({
    unreadable: expect.stringContaining('1014 heading.rest'),
    written: 1,
  })

  // The exported file names the release that undid it.
  expect((await owner.request('POST', `/releases/${id}/undo`)).status).toBe(200)
  const file = await owner.guest.request('GET', '/backoffice/api/releases?as=csv')
  expect(await file.text()).toContain('Ongedaan gemaakt: Pale')

  await shop.sql`update channel set state = 'making' where id = '2001'`
  // With an approval it is published when due; scheduled without one while the channel was closed, it stops.
  const paleFrom = async (name: string, from: string, more: object = {}) => {
    const draft = await owner.draft(name)
    const [field] = await shop.sql<{ version: number }[]>`
      select (field_versions ->> 'theme.heading')::bigint as version from channel where id = '1014'`
    const [other] = await shop.sql<{ version: number }[]>`
      select coalesce((field_versions ->> 'theme.heading')::bigint, 0) as version from channel where id = '2001'`
    await owner.putChange(draft, {
      kind: 'channel',
      key: { channel: '1014', field: 'theme.heading' },
      base_version: field?.version,
      after: { value: name },
    })
    await owner.putChange(draft, {
      kind: 'channel',
      key: { channel: '2001', field: 'theme.heading' },
      base_version: other?.version,
      after: { value: name },
    })
    const ask = () => owner.publish(draft, { from, time_zone: 'Europe/Amsterdam', ...more })
    const { body } = await ask()
    return { draft, ask, ...(body as { approval: string; release: { state: string } }) }
  }
  const reason = { override: true, reason: 'Asked for by the employer' }
  const twice = await paleFrom('#f4f4f0', '2027-10-11T07:00', reason)
  const agrees = (approval: string) =>
    second.request('POST', `/approvals/${approval}/approve`, { note: '' })
  // An approval is invalid after a later change of the draft, or when a channel has opened since.
  await owner.putChange(twice.draft, { key: headerText('besidePale'), after: { value: 'Erbij' } })
  expect((await agrees(twice.approval)).body).toMatchObject({ error: { code: 'changed-since' } })
  await owner.request('POST', `/approvals/${twice.approval}/withdraw`)
  const { approval: renewed } = (await twice.ask()).body as { approval: string }
  await shop.sql`update channel set state = 'open' where id = '2001'`
  expect((await agrees(renewed)).body).toMatchObject({ error: { code: 'no-longer-possible' } })
  await shop.sql`update channel set state = 'making' where id = '2001'`
  expect((await agrees(renewed)).status).toBe(200)
  await runUntil('2027-10-11T05:00:01Z')
  expect(await release(twice.draft)).toMatchObject({ state: 'live' })
  await shop.sql`update channel set state = 'making' where id = '1014'`
  await owner.guest.signIn()
  const alone = await paleFrom('#fafaf6', '2027-10-12T07:00')
  expect(alone.release.state).toBe('scheduled')
  await shop.sql`update channel set state = 'open' where id = '1014'`
  await runUntil('2027-10-12T05:00:01Z')
  expect(await release(alone.draft)).toMatchObject({
    state: 'stopped',
    notes: { stopped: expect.stringMatching(/^Holders could not read: .*1014 heading\.rest/) },
  })
})

it('asks for the time zone when the channels of a release are in different ones (DESK-19)', async () => {
  const backoffice = await releaseClient(shop)
  await shop.sql`update channel set time_zone = 'America/New_York' where id = '2001'`
  const id = await backoffice.draft('Both')
  await backoffice.putChange(id, { key: headerText('there'), after: { value: 'Hier' } })
  await backoffice.putChange(id, {
    key: headerText('there', 'nl', '2001'),
    after: { value: 'Daar' },
  })
  expect((await backoffice.publish(id, { from: '2027-12-01T07:00' })).body).toMatchObject({
    error: { code: 'zones-differ' },
  })
  const how = { from: '2027-12-01T07:00', time_zone: 'America/New_York' }
  expect((await backoffice.publish(id, how)).body).toMatchObject({
    release: { from: '2027-12-01T12:00:00.000Z' },
  })
})
